import * as THREE from "three";
import { bodyColour } from "../colours";
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

function circle(surface: THREE.Material): THREE.Object3D {
  return new THREE.Mesh(new THREE.CircleGeometry(1, 72), surface);
}

/** A body of a mechanism has a colour of its own. */
function surfaceOf(shape: Shape, materials: Materials, name: string, opacity = 1): THREE.Material {
  return shape.body === undefined
    ? materials.surface(name, opacity)
    : materials.painted(bodyColour(shape.body));
}

/** Points and spheres. */
export function ball(
  table: Table,
  shape: Shape,
  materials: Materials,
  dimension: 2 | 3,
  usualRadius: () => number,
): Solid {
  const isPoint = shape.what !== "sphere";
  const colour = shape.what === "ball" ? "rod" : isPoint ? "point" : "body";
  const surface = surfaceOf(shape, materials, colour, dimension === 3 || isPoint ? 1 : 0.5);
  const object =
    dimension === 2
      ? circle(surface)
      : new THREE.Mesh(
          new THREE.SphereGeometry(1, isPoint ? 24 : 48, isPoint ? 16 : 32),
          surface,
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
    const face = circle(surfaceOf(shape, materials, "body", 0.3));
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
    object.add(new THREE.Mesh(thin, surfaceOf(shape, materials, "body", 0.88)));
    object.add(new THREE.Mesh(rim, materials.surface("rod")));
  }
  if (shape.spoke) object.add(sector(shape, materials, dimension));
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
function sector(shape: Shape, materials: Materials, dimension: 2 | 3): THREE.Object3D {
  const face = new THREE.CircleGeometry(0.97, 24, 0, Math.PI / 3);
  const result = new THREE.Group();
  // beside the faces of a disk in space, or it would sink into them
  for (const height of dimension === 2 ? [0] : [0.03, -0.03]) {
    // a body's is a shade of its colour
    const surface =
      shape.body === undefined
        ? materials.surface("sector", dimension === 2 ? 0.8 : 1)
        : materials.painted("#222222", 0.4);
    const mesh = new THREE.Mesh(face, surface);
    mesh.position.z = height;
    mesh.renderOrder = order.disk + 0.5;
    result.add(mesh);
  }
  return result;
}

export function box(table: Table, shape: Shape, materials: Materials, dimension: 2 | 3): Solid {
  const object = new THREE.Group();
  const geometry = dimension === 2 ? new THREE.PlaneGeometry(1, 1) : new THREE.BoxGeometry(1, 1, 1);
  const surface = surfaceOf(shape, materials, "body", dimension === 2 ? 0.5 : 1);
  const faces = new THREE.Mesh(geometry, surface);
  const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry), materials.outline("rod"));
  faces.renderOrder = edges.renderOrder = order.box;
  object.add(faces, edges);
  const update = (place: Place): void => {
    if (!follow(table, shape, object, place)) return;
    if (shape.size) readPoint(table, shape.size, place, object.scale);
    if (dimension === 2) object.scale.z = 1;
    // a plate of no thickness still has two faces
    else object.scale.z = Math.max(object.scale.z, 1e-3 * object.scale.x);
    if (shape.angle !== undefined) object.rotation.z = table.at(shape.angle, place);
    if (shape.axes) turnTo(table, shape.axes, place, object);
  };
  return { shape, object, update };
}

/** An ellipsoid, with its three principal ellipses drawn on it. */
export function ellipsoid(table: Table, shape: Shape, materials: Materials): Solid {
  const object = new THREE.Group();
  const skin = new THREE.SphereGeometry(1, 48, 32);
  object.add(new THREE.Mesh(skin, surfaceOf(shape, materials, "body")));
  const ring: THREE.Vector3[] = Array.from({ length: 97 }, (_, i) => {
    return new THREE.Vector3(Math.cos((i * Math.PI) / 48), Math.sin((i * Math.PI) / 48), 0);
  });
  for (const turned of [ring, ring.map(({ x, y }) => new THREE.Vector3(0, x, y)), ring.map(({ x, y }) => new THREE.Vector3(y, 0, x))]) {
    const outside = turned.map((at) => at.clone().multiplyScalar(1.003));
    const geometry = new THREE.BufferGeometry().setFromPoints(outside);
    object.add(new THREE.Line(geometry, materials.outline("rod")));
  }
  const update = (place: Place): void => {
    if (!follow(table, shape, object, place) || !shape.axes) return;
    const lengths = shape.axes.map((axis) => {
      readPoint(table, axis, place, scratch);
      return scratch.length();
    });
    object.scale.set(lengths[0], lengths[1], lengths[2]);
    turnTo(table, shape.axes, place, object);
  };
  return { shape, object, update };
}

/** Turns an object to two axes that are at right angles, and to what is across both. */
function turnTo(table: Table, axes: Point[], place: Place, object: THREE.Object3D): void {
  readPoint(table, axes[0], place, scratch);
  readPoint(table, axes[1], place, across);
  scratch.normalize();
  across.normalize();
  attitude.makeBasis(scratch, across, spoke.crossVectors(scratch, across));
  object.quaternion.setFromRotationMatrix(attitude);
}
