import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { sizeOf, type Bounds } from "./bounds";

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
    private readonly dimension: 2 | 3,
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

  resize(width: number, height: number, bounds: Bounds): void {
    this.aspect = width / Math.max(height, 1);
    if (this.camera instanceof THREE.PerspectiveCamera) this.camera.aspect = this.aspect;
    if (this.touched && this.camera instanceof THREE.OrthographicCamera) {
      const half = this.camera.top;
      this.camera.left = -half * this.aspect;
      this.camera.right = half * this.aspect;
    }
    this.camera.updateProjectionMatrix();
    if (!this.touched) this.fit(bounds);
  }

  adopt(other: View): void {
    this.touched = true;
    this.camera.copy(other.camera as never, false);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
  }

  fit(bounds: Bounds): void {
    this.touched = false;
    const size = sizeOf(bounds);
    const finite = bounds.low[0] <= bounds.high[0];
    const middle = bounds.low.map((low, i) => (finite ? (low + bounds.high[i]) / 2 : 0));
    this.controls.target.set(middle[0], middle[1], this.dimension === 2 ? 0 : middle[2]);
    if (this.camera instanceof THREE.OrthographicCamera) {
      const width = finite ? bounds.high[0] - bounds.low[0] : 2;
      const height = finite ? bounds.high[1] - bounds.low[1] : 2;
      // a margin of a tenth of the picture on each side: arrows stand out of the bodies
      const half = Math.max(height + 0.2 * size, (width + 0.2 * size) / this.aspect) / 2;
      this.camera.top = half;
      this.camera.bottom = -half;
      this.camera.left = -half * this.aspect;
      this.camera.right = half * this.aspect;
      this.camera.zoom = 1;
      this.camera.near = 0;
      this.camera.far = 20 * size;
      this.camera.position.set(middle[0], middle[1], 10 * size);
    } else {
      const direction = new THREE.Vector3(0.55, -1, 0.5).normalize();
      const distance = 1.12 * this.distanceToHold(bounds, direction, size);
      this.camera.near = distance / 100;
      this.camera.far = distance * 100;
      this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    }
    this.camera.updateProjectionMatrix();
    this.controls.update();
  }

  // how far away every corner of the box is within the picture
  private distanceToHold(bounds: Bounds, direction: THREE.Vector3, size: number): number {
    const { fov } = this.camera as THREE.PerspectiveCamera;
    const slope = Math.tan(THREE.MathUtils.degToRad(fov / 2));
    const sideways = new THREE.Vector3(0, 0, 1).cross(direction).normalize();
    const upwards = direction.clone().cross(sideways);
    let distance = size / 2;
    if (!(bounds.low[0] <= bounds.high[0])) return 4 * size;
    for (let corner = 0; corner < 8; ++corner) {
      const end = (axis: number): number =>
        (corner >> axis) & 1 ? bounds.high[axis] : bounds.low[axis];
      const point = new THREE.Vector3(end(0), end(1), end(2)).sub(this.controls.target);
      const reach = Math.max(
        Math.abs(point.dot(upwards)) / slope,
        Math.abs(point.dot(sideways)) / (slope * this.aspect),
      );
      distance = Math.max(distance, reach + point.dot(direction));
    }
    return distance;
  }

  dispose(): void {
    this.released.abort();
    this.controls.dispose();
  }
}
