import type { ShownCurve } from "./plots/panel";
import type { ShownScene } from "./scene/scene_view";
import type { Viewer } from "./viewer";

/**
 * What the page shows right now, in numbers: for tests, lectures and the curious at the console.
 */
export interface AlembertDoor {
  seek(t: number): void;
  time(): number;
  play(): void;
  pause(): void;
  playing(): boolean;
  /** Read back from the objects of the picture. */
  scene(): ShownScene;
  /**
   * The time at which each plot draws its cursor (null where it is not drawn yet), and its curves.
   */
  plots(): { id: string; time: number | null; curves: ShownCurve[] }[];
  samples(): number;
  /** Script time of the latest frames in milliseconds. */
  frames(): { count: number; durations: number[] };
}

declare global {
  interface Window {
    alembert: AlembertDoor;
  }
}

export function openDoor(viewer: () => Viewer): void {
  window.alembert = {
    seek: (t) => viewer().cursor.seek(t),
    time: () => viewer().cursor.time,
    play: () => viewer().cursor.play(),
    pause: () => viewer().cursor.pause(),
    playing: () => viewer().cursor.playing,
    scene: () => viewer().scene.shown(),
    plots: () =>
      viewer().plots.panels.map((panel) => {
        return { id: panel.spec.id, time: panel.shownTime(), curves: panel.shownCurves() };
      }),
    samples: () => viewer().table.length,
    frames: () => {
      const { count, durations } = viewer().frames;
      return {
        count,
        durations: Array.from(durations.slice(0, Math.min(count, durations.length))),
      };
    },
  };
}
