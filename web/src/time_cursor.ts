/** The one instant that scene, plots, Fig. 1 and lists show, and how it moves on while playing. */

export type Listener = () => void;

export class TimeCursor {
  private t = 0;
  private isPlaying = false;
  private listeners: Listener[] = [];
  /** Seconds of the motion per second of the clock. */
  speed = 1;
  loop = true;
  /** Stay at the newest sample while rows arrive, until somebody seeks. */
  follows = false;

  constructor(
    private first = 0,
    private last = 0,
  ) {
    this.t = first;
  }

  get time(): number {
    return this.t;
  }
  get begin(): number {
    return this.first;
  }
  get end(): number {
    return this.last;
  }
  get playing(): boolean {
    return this.isPlaying;
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  seek(t: number): void {
    if (Number.isNaN(t)) return;
    this.follows = false;
    this.move(t);
  }

  /** The times there are; more come while a run goes on. */
  setRange(first: number, last: number): void {
    this.first = first;
    this.last = last;
    this.move(this.follows ? last : this.t);
  }

  play(): void {
    this.follows = false;
    // at the end, playing means again from the start
    if (this.t >= this.last) this.t = this.first;
    this.isPlaying = true;
    this.tell();
  }

  pause(): void {
    this.isPlaying = false;
    this.tell();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Moves on by the seconds the clock took. */
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    let t = this.t + seconds * this.speed;
    if (t > this.last) {
      const span = this.last - this.first;
      if (this.loop && span > 0) {
        t = this.first + ((t - this.first) % span);
      } else {
        t = this.last;
        this.isPlaying = false;
      }
    }
    this.t = t;
    this.tell();
  }

  private move(t: number): void {
    this.t = Math.min(Math.max(t, this.first), this.last);
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
