import * as THREE from "three";
import type { Arrow, ContactStory } from "../data";
import { brightest, strongestImpulse } from "../flash";
import type { Place, Table } from "../table";
import { order } from "./materials";
import { readPoint } from "./solids";

export interface ShownFlash {
  contact: string;
  at: number[];
  radius: number;
  opacity: number;
}

const largest = 0.05; // radius of the strongest, as a part of the picture
const here: Place = { row: 0, fraction: 0 };

/** Impacts as flashes where the force of the contact acts: larger for larger impulses, and soon gone. */
export class Flashes {
  readonly group = new THREE.Group();
  /** Size of the picture. */
  size = 1;
  private readonly geometry = new THREE.SphereGeometry(1, 32, 16);
  private items: { contact: ContactStory; arrow: Arrow; ball: Ball }[] = [];
  private strongest = 0;

  constructor(
    private readonly table: Table,
    private readonly arrows: Arrow[],
    private readonly colourOf: (constraint: string) => string,
  ) {}

  /** A contact whose force acts at no single point has none. */
  show(contacts: ContactStory[]): void {
    this.dispose();
    this.strongest = strongestImpulse(contacts);
    for (const contact of contacts) {
      if (contact.impacts.length === 0) continue;
      for (const arrow of this.arrows)
        if (arrow.constraint === contact.name) {
          const ball = glowing(this.geometry, this.colourOf(contact.name));
          this.items.push({ contact, arrow, ball });
          this.group.add(ball);
        }
    }
  }

  update(t: number): void {
    if (this.items.length === 0 || this.table.length === 0) return;
    const span = this.table.value(0, this.table.length - 1) - this.table.value(0, 0);
    for (const { contact, arrow, ball } of this.items) {
      const flash = brightest(contact, t, span, this.strongest);
      ball.visible = flash !== null;
      if (!flash) continue;
      // it stays where it struck
      readPoint(this.table, arrow.at, this.table.locate(flash.t, here), ball.position);
      ball.visible = Number.isFinite(ball.position.x + ball.position.y + ball.position.z);
      ball.scale.setScalar(largest * this.size * (0.4 + 0.6 * flash.strength));
      ball.material.opacity = 0.75 * flash.strength;
    }
  }

  /** Those that are seen now. */
  shown(): ShownFlash[] {
    return this.items
      .filter(({ ball }) => ball.visible)
      .map(({ contact, ball }) => ({
        contact: contact.name,
        at: ball.position.toArray(),
        radius: ball.scale.x,
        opacity: ball.material.opacity,
      }));
  }

  dispose(): void {
    for (const { ball } of this.items) {
      this.group.remove(ball);
      ball.material.dispose();
    }
    this.items = [];
  }
}

type Ball = THREE.Mesh<THREE.SphereGeometry, THREE.MeshBasicMaterial>;

function glowing(geometry: THREE.SphereGeometry, colour: string): Ball {
  const material = new THREE.MeshBasicMaterial({
    color: colour,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
  const ball = new THREE.Mesh(geometry, material);
  ball.renderOrder = order.flash;
  ball.visible = false;
  return ball;
}
