import * as THREE from "three";
import { element } from "../dom";
import type { ContactStory, MotionHeader } from "../data";
import type { Table } from "../table";
import { Arrows, type ForcePart, type ShownArrow } from "./arrows";
import { arrowScale, emptyBounds, includeMotion, sizeOf, type Bounds } from "./bounds";
import { Flashes, type ShownFlash } from "./flashes";
import { Ground } from "./ground";
import { Layer, type ShownShape } from "./layer";
import { Moments, type ShownMoment } from "./moments";
import { View } from "./camera";
import { arrowsOutline, bodiesOutline, type Held } from "./outline";
import { turnedBounds, turnedOutline, uprightOf } from "./upright";

export interface ShownScene {
  shapes: ShownShape[];
  tracks: { name: string; strong: number; whole: number }[];
  kept: ShownShape[];
  arrows: ShownArrow[];
  moments: ShownMoment[];
  flashes: ShownFlash[];
  scale: number;
  /** How high the first point of each shape stands in the picture. */
  heights: Record<string, number>;
}

/**
 * The moving picture: bodies, forces of constraint, ground, and perhaps a second run behind them.
 */
export class SceneView {
  readonly node = element("div", { class: "scene" });
  private readonly renderer: THREE.WebGLRenderer | null;
  private readonly scene = new THREE.Scene();
  private readonly space = new THREE.Group(); // of the model, turned upright
  private readonly ground = new Ground();
  private readonly layer: Layer;
  private readonly arrows: Arrows;
  private readonly moments: Moments;
  private readonly flashes: Flashes;
  private readonly view: View | null = null;
  private kept: Layer | null = null;
  private bounds: Bounds = emptyBounds();
  private outline: Held[] = [];
  private enlarged = 1;
  private automatic = 1;
  private automaticMoment = 0;
  private isOver = false; // its renderer may serve another scene by now
  private fitted = 0; // rows when scale and view were last chosen

  constructor(
    private readonly motion: MotionHeader,
    private readonly table: Table,
    colourOf: (constraint: string) => string,
    private readonly requestFrame: () => void,
  ) {
    this.renderer = takeRenderer();
    this.layer = new Layer(motion, table);
    this.arrows = new Arrows(table, motion.scene.arrows, this.layer.materials, colourOf);
    this.flashes = new Flashes(table, motion.scene.arrows, colourOf);
    this.space.quaternion.copy(uprightOf(motion.scene));
    const ofJoints = motion.scene.arrows.filter(({ moment }) => moment !== undefined);
    this.moments = new Moments(
      table,
      ofJoints,
      motion.scene.dimension,
      this.layer.materials,
      colourOf,
    );
    this.space.add(
      this.layer.group,
      this.flashes.group,
      this.arrows.group,
      this.moments.group,
    );
    this.scene.add(this.ground.group, this.space);
    if (!this.renderer) {
      const words = "This browser cannot draw the scene (WebGL is missing). Everything else works.";
      this.node.append(element("p", { class: "missing" }, words));
      this.choose();
      return;
    }
    const canvas = this.renderer.domElement;
    const hand = motion.scene.dimension === 3 ? "turn" : "move";
    canvas.setAttribute("aria-label", `Moving picture of ${motion.title}; drag to ${hand} it`);
    this.node.append(canvas);
    this.view = new View(motion.scene.dimension, canvas, requestFrame);
    if (motion.scene.dimension === 3) {
      this.scene.add(this.view.camera, new THREE.HemisphereLight(0xffffff, 0x8a8f98, 1.6));
    }
    this.choose();
    new ResizeObserver(() => this.resize()).observe(this.node);
  }

  /** What one unit of length of an arrow stands for. */
  get forcePerLength(): number {
    return 1 / this.arrows.scale;
  }
  /** The same of a moment in space; zero where there is none. */
  get momentPerLength(): number {
    const { dimension } = this.motion.scene;
    return dimension === 2 || this.moments.scale === 0 ? 0 : 1 / this.moments.scale;
  }
  get areArrowsCut(): boolean {
    return this.arrows.isCut;
  }
  get gridStep(): number {
    return this.ground.step;
  }

  showConstraint(name: string, shown: boolean): void {
    this.arrows.show(name, shown);
    this.moments.show(name, shown);
    this.requestFrame();
  }

  /** Impacts of these flash where they act. */
  showImpacts(contacts: ContactStory[]): void {
    this.flashes.show(contacts);
    this.requestFrame();
  }

  showPart(part: ForcePart): void {
    this.arrows.part = part;
    this.requestFrame();
  }

  /** Makes all arrows longer or shorter than chosen by itself. */
  enlargeArrows(factor: number): void {
    this.enlarged = factor;
    this.arrows.scale = this.automatic * factor;
    this.moments.scale = this.automaticMoment * factor;
    this.requestFrame();
  }

  /** Takes in rows that arrived. Scale and view change only when the motion has grown by half. */
  extend(): void {
    if (this.table.length >= 1.5 * this.fitted) this.choose();
    else this.layer.extend();
    this.requestFrame();
  }

  /** Chooses scale and view for all rows there are. */
  choose(): void {
    this.layer.extend();
    this.bounds = emptyBounds();
    includeMotion(this.bounds, this.table, this.motion.scene.shapes, this.motion.scene.arrows);
    if (this.kept) includeMotion(this.bounds, this.kept.table, this.kept.motion.scene.shapes, []);
    this.bounds = turnedBounds(this.bounds, this.space.quaternion);
    const size = sizeOf(this.bounds);
    this.layer.size = this.arrows.size = this.moments.size = this.flashes.size = size;
    if (this.kept) this.kept.size = size;
    this.automatic = arrowScale(this.table, this.motion.scene.arrows, size);
    this.arrows.scale = this.automatic * this.enlarged;
    this.automaticMoment = this.moments.automaticScale(size);
    this.moments.scale = this.automaticMoment * this.enlarged;
    this.fitted = this.table.length;
    this.drawGround();
    this.outline = this.findOutline(size);
    if (this.view && !this.view.isTouched) this.view.fit(this.bounds, this.outline);
    this.requestFrame();
  }

  /** Looks from where another scene was looked at, if somebody had moved that. */
  adoptView(other: SceneView): void {
    if (other.view?.isTouched) this.view?.adopt(other.view);
  }

  fit(): void {
    this.outline = this.findOutline(sizeOf(this.bounds));
    this.view?.fit(this.bounds, this.outline);
    this.requestFrame();
  }

  /** Draws another run faintly behind this one. */
  keep(motion: MotionHeader | null, table: Table | null): void {
    if (this.kept) {
      this.space.remove(this.kept.group);
      this.kept.dispose();
      this.kept = null;
    }
    if (motion && table && motion.scene.dimension === this.motion.scene.dimension) {
      this.kept = new Layer(motion, table, 0.3);
      this.kept.extend();
      this.space.add(this.kept.group);
    }
    this.choose();
  }

  retheme(): void {
    this.layer.retheme();
    this.kept?.retheme();
    this.drawGround();
    this.requestFrame();
  }

  update(t: number): void {
    if (this.isOver) return;
    if (this.table.length > 0) {
      const place = this.layer.update(t);
      this.arrows.update(place);
      this.moments.update(place);
      this.flashes.update(t);
    }
    this.kept?.update(t);
    if (this.renderer && this.view) this.renderer.render(this.scene, this.view.camera);
  }

  /** What is drawn now, read back from the objects of the picture. */
  shown(): ShownScene {
    return {
      shapes: this.layer.shown(),
      tracks: this.layer.shownTracks(),
      kept: this.kept?.shown() ?? [],
      arrows: this.arrows.shown(),
      moments: this.moments.shown(),
      flashes: this.flashes.shown(),
      scale: this.arrows.scale,
      heights: Object.fromEntries(
        this.layer.shown().map(({ name, points }) => {
          const at = new THREE.Vector3().fromArray(points[0]).applyQuaternion(this.space.quaternion);
          return [name, this.motion.scene.dimension === 3 ? at.z : at.y];
        }),
      ),
    };
  }

  /** The scene as it is now, as the address of a picture; empty where there is none. */
  picture(): string {
    if (!this.renderer || !this.view || this.isOver) return "";
    this.renderer.render(this.scene, this.view.camera);
    // at once: the browser empties the buffer after the frame
    return this.renderer.domElement.toDataURL();
  }

  dispose(): void {
    this.isOver = true;
    this.flashes.dispose();
    this.layer.dispose();
    this.kept?.dispose();
    this.view?.dispose();
    if (this.renderer) spare.push(this.renderer);
  }

  private findOutline(size: number): Held[] {
    const kept = this.kept ? bodiesOutline(this.kept.table, this.kept.motion.scene.shapes) : [];
    const held = [
      ...bodiesOutline(this.table, this.motion.scene.shapes),
      ...arrowsOutline(this.table, this.arrows.shownArrows(), this.arrows.scale, 0.35 * size),
      ...kept,
    ];
    return turnedOutline(held, this.space.quaternion);
  }

  private drawGround(): void {
    this.ground.draw(this.bounds, this.motion.scene.dimension, this.space.quaternion);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.node;
    if (!this.renderer || width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.view?.resize(width, height, this.bounds, this.outline);
    this.requestFrame();
  }
}

// a browser grants few WebGL contexts, and making one is slow: those of finished runs are used
// again
const spare: THREE.WebGLRenderer[] = [];

function takeRenderer(): THREE.WebGLRenderer | null {
  const used = spare.pop();
  if (used) return used;
  const canvas = element("canvas", { tabindex: "0", role: "img" });
  // asked first, because three.js writes an error to the console when there is none
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true });
  if (!context) return null;
  return new THREE.WebGLRenderer({ canvas, context, antialias: true, alpha: true });
}
