import { spawn, type ChildProcess, execFileSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, readCsv } from "./fixture_motion.mjs";

const models = new URL("../../models/", import.meta.url).pathname;

/** Why the program cannot be run; empty when it can. */
export function missing(): string {
  try {
    accessSync(program, constants.X_OK);
    return "";
  } catch {
    return `${program} is not a program: build it, or let ALEMBERT name it`;
  }
}

/** What `alembert run --out` wrote for a model of the gallery; `remove` takes it away again. */
export class WrittenRun {
  readonly folder = mkdtempSync(join(tmpdir(), "alembert-run-"));
  readonly report = join(this.folder, "report.html");
  private table: Map<string, Float64Array> | null = null;

  constructor(model: string, options: string[] = []) {
    const file = join(models, `${model}.mech`);
    execFileSync(program, ["run", file, "--out", this.folder, ...options], { stdio: "pipe" });
  }

  /** The number of motion.csv in the row nearest to the time. */
  at(t: number, name: string): number {
    this.table ??= readCsv(readFileSync(join(this.folder, "motion.csv"), "utf8"));
    const times = this.table.get("t")!;
    const row = times.reduce((best, time, i) => {
      return Math.abs(time - t) < Math.abs(times[best] - t) ? i : best;
    }, 0);
    const column = this.table.get(name);
    if (!column) throw new Error(`motion.csv has no column ${name}`);
    return column[row];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** The studio, served until it is told to end. */
export class RunningStudio {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  static start(): Promise<RunningStudio> {
    const child = spawn(program, ["studio", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
    return new Promise((answer, refuse) => {
      let said = "";
      const listen = (piece: Buffer): void => {
        said += piece.toString();
        const address = /open (http:\/\/127\.0\.0\.1:\d+\/\?token=\S+)/.exec(said)?.[1];
        if (address) answer(new RunningStudio(child, address));
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.once("exit", (code) => refuse(new Error(`the studio ended with ${code}: ${said}`)));
    });
  }

  /** Ends it as Ctrl+C does and says how it ended. */
  end(): Promise<number | null> {
    const ended = new Promise<number | null>((answer) => this.child.once("exit", answer));
    this.child.kill("SIGINT");
    return ended;
  }
}
