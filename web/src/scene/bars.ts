import * as THREE from "three";
import { bodyColour } from "../colours";
import type { Shape } from "../data";
import type { Place, Table } from "../table";
import { order, type Materials } from "./materials";
import { Segments } from "./segments";
import { readPoint } from "./solids";

const from = new THREE.Vector3();
const to = new THREE.Vector3();

/** All `bar` shapes of a scene: round, with flat ends in space and round ones on paper. */
export class Bars {
  readonly group = new THREE.Group();
  private readonly bars: Segments;
  private readonly ends: THREE.InstancedMesh | null;
  private readonly matrix = new THREE.Matrix4();

  /** In the colours of their bodies; those of joints, which have none, in one of the style sheet. */
  constructor(
    private readonly table: Table,
    readonly shapes: Shape[],
    materials: Materials,
    dimension: 2 | 3,
    isOfJoints: boolean,
  ) {
    const material = isOfJoints ? materials.surface("rod") : materials.coloured();
    this.bars = new Segments(Segments.cylinder(), material, shapes.length);
    this.bars.mesh.renderOrder = isOfJoints ? order.line : order.bar;
    this.group.add(this.bars.mesh);
    this.ends = dimension === 3 ? null : this.roundEnds(material);
    const colour = new THREE.Color();
    shapes.forEach(({ body }, i) => {
      if (body === undefined) return;
      colour.set(bodyColour(body));
      this.bars.colour(i, colour);
      for (const end of [2 * i, 2 * i + 1]) this.ends?.setColorAt(end, colour);
    });
  }

  update(place: Place): void {
    for (let i = 0; i < this.shapes.length; ++i) {
      const { points, radius } = this.shapes[i];
      const size = this.table.at(radius!, place);
      readPoint(this.table, points[0], place, from);
      readPoint(this.table, points[1], place, to);
      this.bars.place(i, from.x, from.y, from.z, to.x, to.y, to.z, size);
      if (!this.ends) continue;
      this.matrix.makeScale(size, size, size).setPosition(from);
      this.ends.setMatrixAt(2 * i, this.matrix);
      this.matrix.setPosition(to);
      this.ends.setMatrixAt(2 * i + 1, this.matrix);
    }
    this.bars.moved();
    if (this.ends) this.ends.instanceMatrix.needsUpdate = true;
  }

  /** The ends of each bar, read back from what is drawn. */
  shown(): { what: string; name: string; points: number[][] }[] {
    return this.shapes.map(({ what, name }, i) => {
      return { what, name, points: [this.bars.begin(i), this.bars.end(i)] };
    });
  }

  private roundEnds(material: THREE.Material): THREE.InstancedMesh {
    const circle = new THREE.CircleGeometry(1, 32);
    const ends = new THREE.InstancedMesh(circle, material, 2 * this.shapes.length);
    ends.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    ends.frustumCulled = false;
    ends.renderOrder = this.bars.mesh.renderOrder;
    this.group.add(ends);
    return ends;
  }
}
