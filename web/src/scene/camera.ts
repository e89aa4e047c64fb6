import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { sizeOf, type Bounds } from "./bounds";
import type { Held } from "./outline";

/**
 * Looks at the whole motion: straight down on paper, from a corner above in space; the hand turns
 * it.
 */
export class View {
  readonly camera: THREE.OrthographicCamera | THREE.PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly light = new THREE.DirectionalLight(0xffffff, 2.2);
  private readonly released = new AbortController();
  private aspect = 1;
  private touched = false;

  constructor(
    dimension: 2 | 3,
    canvas: HTMLCanvasElement,
    onChange: () => void,
  ) {
    if (dimension === 2) {
      this.camera = new THREE.OrthographicCamera();
    } else {
      this.camera = new THREE.PerspectiveCamera(35);
      this.camera.up.set(0, 0, 1);
      this.camera.add(this.light);
      this.light.position.set(0.4, 0.8, 0.3);
    }
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableRotate = dimension === 3;
    this.controls.screenSpacePanning = true;
    if (dimension === 2) {
      this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
      this.controls.touches.ONE = THREE.TOUCH.PAN;
      // a finger that moves up or down scrolls the page, as everywhere on it
      canvas.style.touchAction = "pan-y";
    }
    // the wheel scrolls the page until one has taken the scene in hand
    this.controls.enableZoom = false;
    const { signal } = this.released;
    canvas.addEventListener("focus", () => (this.controls.enableZoom = true), { signal });
    canvas.addEventListener("blur", () => (this.controls.enableZoom = false), { signal });
    this.controls.addEventListener("start", () => {
      this.touched = true;
      canvas.focus({ preventScroll: true });
    });
    this.controls.addEventListener("change", onChange);
  }

  /** Whether somebody has moved the view: then it must not be fitted anew behind their back. */
  get isTouched(): boolean {
    return this.touched;
  }

  resize(width: number, height: number, bounds: Bounds, outline: Held[]): void {
    this.aspect = width / Math.max(height, 1);
    if (this.camera instanceof THREE.PerspectiveCamera) this.camera.aspect = this.aspect;
    if (this.touched && this.camera instanceof THREE.OrthographicCamera) {
      const half = this.camera.top;
      this.camera.left = -half * this.aspect;
      this.camera.right = half * this.aspect;
    }
    this.camera.updateProjectionMatrix();
    if (!this.touched) this.fit(bounds, outline);
  }

  adopt(other: View): void {
    this.touched = true;
    this.camera.copy(other.camera as never, false);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
  }

  /** Shows everything that the outline holds as large as it can be. */
  fit(bounds: Bounds, outline: Held[]): void {
    this.touched = false;
    const size = sizeOf(bounds);
    if (this.camera instanceof THREE.OrthographicCamera) this.fitPaper(outline, size);
    else this.fitSpace(outline, size);
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  private fitPaper(outline: Held[], size: number): void {
    const camera = this.camera as THREE.OrthographicCamera;
    const margin = 0.06 * size;
    const x = extent(outline, (ball) => ball.x);
    const y = extent(outline, (ball) => ball.y);
    const [width, height] = [x.high - x.low + 2 * margin, y.high - y.low + 2 * margin];
    const half = Math.max(height, width / this.aspect) / 2;
    camera.top = half;
    camera.bottom = -half;
    camera.left = -half * this.aspect;
    camera.right = half * this.aspect;
    camera.zoom = 1;
    camera.near = 0;
    camera.far = 20 * size;
    this.controls.target.set((x.low + x.high) / 2, (y.low + y.high) / 2, 0);
    camera.position.copy(this.controls.target).setZ(10 * size);
  }

  // a ball at (p, d), d towards the camera, is within the picture when |p − a| ≤ slope (D − d): with
  // L = least p − slope d and G = greatest p + slope d that holds for all from D = (G − L) / 2 slope
  // on, and a in the middle between L and G
  private fitSpace(outline: Held[], size: number): void {
    const camera = this.camera as THREE.PerspectiveCamera;
    const direction = new THREE.Vector3(0.55, -1, 0.5).normalize();
    const sideways = new THREE.Vector3(0, 0, 1).cross(direction).normalize();
    const upwards = direction.clone().cross(sideways);
    const along = (ball: Held, axis: THREE.Vector3): number =>
      ball.x * axis.x + ball.y * axis.y + ball.z * axis.z;
    const depth = extent(outline, (ball) => along(ball, direction));
    const middle = (depth.low + depth.high) / 2;
    const slope = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
    const hold = (axis: THREE.Vector3, tan: number): { distance: number; at: number } => {
      const nearer = (ball: Held): number => tan * (along(ball, direction) - middle);
      const { low } = extent(outline, (ball) => along(ball, axis) - nearer(ball));
      const { high } = extent(outline, (ball) => along(ball, axis) + nearer(ball));
      return { distance: (high - low) / (2 * tan), at: (low + high) / 2 };
    };
    const across = hold(sideways, slope * this.aspect);
    const up = hold(upwards, slope);
    const distance = 1.1 * Math.max(across.distance, up.distance, size / 2);
    camera.near = distance / 100;
    camera.far = distance * 100;
    this.controls.target
      .set(0, 0, 0)
      .addScaledVector(direction, middle)
      .addScaledVector(sideways, across.at)
      .addScaledVector(upwards, up.at);
    camera.position.copy(this.controls.target).addScaledVector(direction, distance);
  }

  dispose(): void {
    this.released.abort();
    this.controls.dispose();
  }
}

function extent(outline: Held[], value: (ball: Held) => number): { low: number; high: number } {
  if (outline.length === 0) return { low: -1, high: 1 };
  let [low, high] = [Infinity, -Infinity];
  for (const ball of outline) {
    low = Math.min(low, value(ball) - ball.radius);
    high = Math.max(high, value(ball) + ball.radius);
  }
  return { low, high };
}
