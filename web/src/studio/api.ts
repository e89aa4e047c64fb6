/** The program's answers to the studio's questions. */
import type { End, MotionHeader, Parameter } from "../data";

export interface Example {
  name: string;
  title: string;
  text: string;
  given?: boolean; // it is the model that the program was started with
}
/** A mistake in the text; line and column from 1, counted in Unicode characters. */
export interface Mistake {
  line: number;
  column: number;
  length: number;
  message: string;
  hint: string;
}
export type Settings = Record<string, number>;
export type Checked =
  | { ok: true; title: string; parameters: Parameter[]; until: number | null }
  | { ok: false; errors: Mistake[] };

export type RunMessage =
  | { header: MotionHeader }
  | { rows: (number | null)[][] }
  | { end: End; bound?: string } // the bound of the studio that ended the run, if one did
  | { error: Partial<Mistake> & { message: string } };

const token = (): string => new URLSearchParams(location.search).get("token") ?? "";

async function call(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { "X-Alembert-Token": token() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const method = body === undefined ? "GET" : "POST";
  const response = await fetch(`/api/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
    signal,
  });
  if (response.ok) return response;
  // a refusal says why
  const refusal = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(refusal.message ?? `the program answered ${response.status}`);
}

export async function gallery(): Promise<Example[]> {
  return (await call("gallery")).json() as Promise<Example[]>;
}

export async function check(text: string, set: Settings, signal: AbortSignal): Promise<Checked> {
  return (await call("check", { text, set }, signal)).json() as Promise<Checked>;
}

/**
 * Runs a model; messages come one by one while it is integrated. Aborting the signal ends the run.
 */
export async function* run(
  text: string,
  set: Settings,
  signal: AbortSignal,
): AsyncGenerator<RunMessage> {
  const response = await call("run", { text, set }, signal);
  if (!response.body) throw new Error("the program sent nothing");
  const reader = response.body.getReader();
  const lines = new LineSplitter();
  for (;;) {
    const { done, value } = await reader.read();
    for (const line of done ? lines.rest() : lines.feed(value))
      yield JSON.parse(line) as RunMessage;
    if (done) return;
  }
}

/** Lines of a text that arrives in pieces, which may be cut anywhere, also within a character. */
export class LineSplitter {
  private readonly decoder = new TextDecoder();
  private pending = "";

  feed(bytes: Uint8Array): string[] {
    const lines = (this.pending + this.decoder.decode(bytes, { stream: true })).split("\n");
    this.pending = lines.pop() ?? "";
    return lines.filter((line) => line.trim() !== "");
  }

  rest(): string[] {
    const last = this.pending + this.decoder.decode();
    this.pending = "";
    return last.trim() === "" ? [] : [last];
  }
}
