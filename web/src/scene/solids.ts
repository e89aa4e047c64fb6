import * as THREE from "three";
import type { Point, Shape } from "../data";
import type { Place, Table } from "../table";
import { order, type Materials } from "./materials";

/** A body of the picture: an object of three.js that follows its columns. */
export interface Solid {
  shape: Shape;
  object: THREE.Object3D;
  update(place: Place): void;
}

const scratch = new THREE.Vector3();
const upwards = new THREE.Vector3(0, 0, 1);
const spoke = new THREE.Vector3();
const across = new THREE.Vector3();
const attitude = new THREE.Matrix4();

/** Reads a point of two or three columns. */
export function readPoint(table: Table, point: Point, place: Place, into: THREE.Vector3): void {
  into.x = table.at(point[0], place);
  into.y = table.at(point[1], place);
  into.z = point.length > 2 ? table.at(point[2], place) : 0;
}

function follow(table: Table, shape: Shape, object: THREE.Object3D, place: Place): boolean {
  readPoint(table, shape.points[0], place, object.position);
  object.visible = Number.isFinite(object.position.x + object.position.y + object.position.z);
  return object.visible;
}

function circle(materials: Materials, fill: string, opacity: number): THREE.Object3D {
  const result = new THREE.Mesh(new THREE.CircleGeometry(1, 72), materials.surface(fill, opacity));
  return result;
}

/** Points and spheres. */
export function ball(
  table: Table,
  shape: Shape,
  materials: Materials,
  dimension: 2 | 3,
  usualRadius: () => number,
): Solid {
  const isPoint = shape.what === "point";
  const colour = isPoint ? "point" : "body";
  const object =
    dimension === 2
      ? circle(materials, colour, isPoint ? 1 : 0.5)
      : new THREE.Mesh(
          new THREE.SphereGeometry(1, isPoint ? 24 : 48, isPoint ? 16 : 32),
          materials.surface(colour),
        );
  object.renderOrder = isPoint ? order.point : order.sphere;
  const update = (place: Place): void => {
    if (!follow(table, shape, object, place)) return;
    const radius = shape.radius === undefined ? usualRadius() : table.at(shape.radius, place);
    object.scale.setScalar(Math.max(radius, 1e-12));
  };
  return { shape, object, update };
}

/** A disk: on paper seen from the front, in space thin and turned to its axis. */
export function disk(table: Table, shape: Shape, materials: Materials, dimension: 2 | 3): Solid {
  const object = new THREE.Group();
  if (dimension === 2) {
    const face = circle(materials, "body", 0.3);
    const rim = new THREE.LineLoop(
      new THREE.BufferGeometry().setFromPoints(
        Array.from({ length: 96 }, (_, i) => {
          return new THREE.Vector3(Math.cos((i * Math.PI) / 48), Math.sin((i * Math.PI) / 48), 0);
        }),
      ),
      materials.outline("rod"),
    );
    face.renderOrder = rim.renderOrder = order.disk;
    object.add(face, rim);
  } else {
    const thin = new THREE.CylinderGeometry(1, 1, 0.05, 96).rotateX(Math.PI / 2);
    const rim = new THREE.TorusGeometry(1, 0.03, 12, 96);
    object.add(new THREE.Mesh(thin, materials.surface("body", 0.88)));
    object.add(new THREE.Mesh(rim, materials.surface("rod")));
  }
  if (shape.spoke) object.add(sector(materials, dimension));
  const update = (place: Place): void => {
    if (!follow(table, shape, object, place)) return;
    if (shape.radius !== undefined) object.scale.setScalar(table.at(shape.radius, place));
    scratch.copy(upwards);
    if (shape.normal && dimension === 3) readPoint(table, shape.normal, place, scratch);
    if (!(scratch.lengthSq() > 0)) return;
    scratch.normalize();
    if (!shape.spoke) {
      object.quaternion.setFromUnitVectors(upwards, scratch);
      return;
    }
    readPoint(table, shape.spoke, place, spoke);
    across.crossVectors(scratch, spoke).normalize();
    spoke.crossVectors(across, scratch);
    attitude.makeBasis(spoke, across, scratch);
    object.quaternion.setFromRotationMatrix(attitude);
  };
  return { shape, object, update };
}

/** A painted part of a disk, on both faces: it shows that the disk turns. */
function sector(materials: Materials, dimension: 2 | 3): THREE.Object3D {
  const face = new THREE.CircleGeometry(0.97, 24, 0, Math.PI / 3);
  const result = new THREE.Group();
  // beside the faces of a disk in space, or it would sink into them
  for (const height of dimension === 2 ? [0] : [0.03, -0.03]) {
    const mesh = new THREE.Mesh(face, materials.surface("sector", dimension === 2 ? 0.8 : 1));
    mesh.position.z = height;
    mesh.renderOrder = order.disk;
    result.add(mesh);
  }
  return result;
}

export function box(table: Table, shape: Shape, materials: Materials, dimension: 2 | 3): Solid {
  const object = new THREE.Group();
  const geometry = dimension === 2 ? new THREE.PlaneGeometry(1, 1) : new THREE.BoxGeometry(1, 1, 1);
  const faces = new THREE.Mesh(geometry, materials.surface("body", dimension === 2 ? 0.5 : 1));
  const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry), materials.outline("rod"));
  faces.renderOrder = edges.renderOrder = order.box;
  object.add(faces, edges);
  const update = (place: Place): void => {
    if (!follow(table, shape, object, place)) return;
    if (shape.size) readPoint(table, shape.size, place, object.scale);
    if (dimension === 2) object.scale.z = 1;
    if (shape.angle !== undefined) object.rotation.z = table.at(shape.angle, place);
  };
  return { shape, object, update };
}
