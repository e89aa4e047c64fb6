import { element } from "./dom";
import type { Viewer } from "./viewer";

/**
 * Paper shows all that the screen makes when one scrolls to it, in light colours, and the scene as
 * a still picture: a canvas of WebGL prints blank.
 */
export function printWhole(viewer: () => Viewer): void {
  const root = document.documentElement;
  const still = element("img", { class: "still", alt: "The moving picture at the cursor" });
  let theme: string | undefined;
  addEventListener("beforeprint", () => {
    const shown = viewer();
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    shown.retheme();
    shown.drawAll();
    const picture = shown.scene.picture();
    if (!picture) return;
    still.src = picture;
    shown.scene.node.append(still);
  });
  addEventListener("afterprint", () => {
    still.remove();
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    viewer().retheme();
  });
}
