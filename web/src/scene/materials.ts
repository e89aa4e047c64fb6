import * as THREE from "three";
import { themeColour } from "../colours";

/** What is drawn over what on flat paper, where nothing is nearer than anything else. */
export const order = {
  disk: 1,
  box: 2,
  path: 3,
  bar: 3.5,
  line: 4,
  sphere: 5,
  frame: 6,
  rim: 7,
  flash: 7.5, // of impacts, under the arrows
  arrow: 8,
  point: 9, // over the tails of arrows
};

/**
 * Surfaces of one layer of the scene: lit in space, plain on paper, faint for a run kept to
 * compare.
 */
export class Materials {
  private made: { material: THREE.Material & { color: THREE.Color }; name: string }[] = [];

  constructor(
    private readonly dimension: 2 | 3,
    private readonly opacity: number,
  ) {}

  /** A surface in a colour of the style sheet; it follows the switch between light and dark. */
  surface(name: string, opacity = 1): THREE.Material {
    const material = this.lit(opacity);
    this.made.push({ material, name });
    material.color.set(themeColour(name));
    return material;
  }

  /** A surface in a colour that is the same on light and on dark paper. */
  painted(colour: string, opacity = 1): THREE.Material {
    const material = this.lit(opacity);
    material.color.set(colour);
    return material;
  }

  private lit(opacity: number): THREE.MeshBasicMaterial | THREE.MeshPhongMaterial {
    const seen = opacity * this.opacity;
    const options = { transparent: seen < 1, opacity: seen };
    const material =
      this.dimension === 2
        ? new THREE.MeshBasicMaterial({ ...options, depthTest: false, depthWrite: false })
        : new THREE.MeshPhongMaterial({
            ...options,
            shininess: 40,
            specular: 0x222222,
            side: THREE.DoubleSide,
            // edges drawn on a surface must not sink into it
            polygonOffset: true,
            polygonOffsetFactor: 1,
            polygonOffsetUnits: 1,
            depthWrite: seen === 1,
          });
    // on paper things are drawn in their order, see-through or not: three sorts the two kinds apart
    if (this.dimension === 2) material.transparent = true;
    return material;
  }

  /** A surface whose instances bring their colours. */
  coloured(): THREE.Material {
    return this.painted("#ffffff");
  }

  /** What keeps a line apart from those behind it: the colour of the paper around it. */
  rim(): THREE.Material {
    const material = new THREE.MeshBasicMaterial({
      transparent: this.dimension === 2 || this.opacity < 1,
      opacity: this.opacity,
      depthTest: this.dimension === 3,
      depthWrite: this.dimension === 3,
      // in space only what stands out behind the line is seen
      side: this.dimension === 3 ? THREE.BackSide : THREE.FrontSide,
    });
    this.made.push({ material, name: "panel" });
    material.color.set(themeColour("panel"));
    return material;
  }

  outline(name: string): THREE.LineBasicMaterial {
    const material = new THREE.LineBasicMaterial({
      transparent: true,
      opacity: this.opacity,
      depthTest: this.dimension === 3,
    });
    this.made.push({ material, name });
    material.color.set(themeColour(name));
    return material;
  }

  retheme(): void {
    for (const { material, name } of this.made) material.color.set(themeColour(name));
  }
}
