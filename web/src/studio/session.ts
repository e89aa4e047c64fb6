import type { End, MotionHeader } from "../data";
import { Table } from "../table";
import { Viewer } from "../viewer";
import { run, type Mistake, type Settings } from "./api";

export interface SessionEvents {
  /** The run has a header: there is something to look at. */
  started(viewer: Viewer): void;
  progress(viewer: Viewer): void;
  /** `bound` says which bound of the studio ended it; empty where none did. */
  ended(viewer: Viewer, end: End, bound: string): void;
  failed(error: Partial<Mistake> & { message: string }): void;
  cancelled(): void;
}

const refreshEvery = 100; // milliseconds: rows may come much faster than anybody can look

/** One run from its start to its end; it can be cancelled at any time. */
export class Session {
  private readonly abort = new AbortController();
  private viewer: Viewer | null = null;
  private timer = 0;

  constructor(private readonly events: SessionEvents) {}

  cancel(): void {
    this.abort.abort();
  }

  async run(text: string, set: Settings): Promise<void> {
    try {
      let isOver = false;
      for await (const message of run(text, set, this.abort.signal)) {
        if ("header" in message) this.begin(message.header);
        else if ("rows" in message) this.take(message.rows);
        else if ("error" in message) return this.events.failed(message.error);
        else if ("end" in message) {
          isOver = true;
          this.refresh();
          if (this.viewer) this.events.ended(this.viewer, message.end, message.bound ?? "");
        }
      }
      if (!isOver) this.events.failed({ message: "the program stopped sending before the end" });
    } catch (error) {
      this.refresh();
      if (this.abort.signal.aborted) this.events.cancelled();
      else this.events.failed({ message: error instanceof Error ? error.message : String(error) });
    }
  }

  private begin(header: MotionHeader): void {
    this.viewer = new Viewer(header, Table.growing(header.columns));
    this.viewer.cursor.follows = true;
    this.events.started(this.viewer);
  }

  private take(rows: (number | null)[][]): void {
    this.viewer?.table.append(rows);
    if (!this.timer) this.timer = window.setTimeout(() => this.refresh(), refreshEvery);
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.viewer || this.viewer.table.length === 0) return;
    this.viewer.extend();
    this.events.progress(this.viewer);
  }
}
