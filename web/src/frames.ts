/** Draws when something changed, once per frame of the screen, and rests otherwise. */
export class Frames {
  private tasks: (() => void)[] = [];
  private scheduled = false;
  private lastTick = 0;
  /** Script time of the latest frames in milliseconds, overwritten in turn. */
  readonly durations = new Float64Array(240);
  count = 0;

  /**
   * `advance` is told the seconds since the frame before; it returns whether another must follow.
   */
  constructor(private readonly advance: (seconds: number) => boolean) {}

  onFrame(task: () => void): void {
    this.tasks.push(task);
  }

  request(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(this.tick);
  }

  private readonly tick = (now: number): void => {
    const begin = performance.now();
    this.scheduled = false;
    // after a rest the first frame does not jump
    const seconds = Math.min((now - this.lastTick) / 1000, 0.1);
    this.lastTick = now;
    const goesOn = this.advance(Math.max(seconds, 0));
    for (let i = 0; i < this.tasks.length; ++i) this.tasks[i]();
    if (this.count === 0) performance.mark("first-picture");
    if (goesOn) this.request();
    this.durations[this.count % this.durations.length] = performance.now() - begin;
    ++this.count;
  };
}
