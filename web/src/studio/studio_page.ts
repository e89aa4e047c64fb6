import { aliasedNote } from "../aliasing";
import { auditTable, checkVerdict, outcomeWords } from "../audit";
import { element, section } from "../dom";
import type { End, MotionHeader } from "../data";
import { format, withMinuses } from "../numbers";
import type { Table } from "../table";
import { themeSwitch } from "../theme";
import { sentence } from "../sentence";
import { thinnedNote } from "../thinned";
import type { Viewer } from "../viewer";
import { check, type Example, type Mistake } from "./api";
import { Editor } from "./editor";
import { Session } from "./session";
import { Sliders } from "./sliders";
import { Texts } from "./texts";

const checkAfter = 250; // milliseconds without a key before the text is checked
const runAfter = 120; // milliseconds without a move before a slider runs the model again

/** Text on the left, motion on the right: edit, run, move a parameter, compare. */
export class Studio {
  private readonly editor = new Editor(() => {
    this.texts.edited();
    this.checkSoon();
  });
  private readonly texts = new Texts(this.editor, () => this.begin());
  private readonly sliders = new Sliders(() => this.runSoon());
  private readonly runButton = button("Run", "primary");
  private readonly cancelButton = button("Cancel", "plain");
  private readonly keepButton = button("keep this run to compare", "plain");
  private readonly status = element("p", { class: "status", role: "status" });
  private readonly result = element("main", { class: "result" });
  private viewer: Viewer | null = null;
  private kept: { motion: MotionHeader; table: Table } | null = null;
  private session: Session | null = null;
  private checking = new AbortController();
  private checked: Promise<void> = Promise.resolve(); // the latest check
  private resumeAt = { t: -Infinity, plays: false };
  private checkTimer = 0;
  private runTimer = 0;

  constructor(private readonly page: HTMLElement) {
    const theme = themeSwitch(() => this.viewer?.retheme());
    this.cancelButton.disabled = this.keepButton.disabled = true;
    this.runButton.title = "Ctrl+Enter";
    this.runButton.addEventListener("click", () => void this.run());
    this.cancelButton.addEventListener("click", () => this.session?.cancel());
    this.keepButton.addEventListener("click", () => this.keepOrForget());
    page.classList.add("studio");
    page.append(
      element(
        "div",
        { class: "workbench" },
        element("p", { class: "running" }, "Alembert studio", theme),
        this.texts.node,
        this.editor.node,
        element(
          "div",
          { class: "row actions" },
          this.runButton,
          this.cancelButton,
          this.keepButton,
        ),
        this.status,
        this.sliders.node,
      ),
      this.result,
    );
    addEventListener("keydown", (event) => this.key(event));
  }

  current(): Viewer {
    if (!this.viewer) throw new Error("nothing has run yet");
    return this.viewer;
  }

  say(words: string, kind = ""): void {
    this.status.textContent = words;
    this.status.className = `status ${kind}`;
  }

  offer(examples: Example[]): void {
    this.texts.offer(examples);
  }

  // another text: nothing of the one before it stays, and its motion is seen from the start
  private begin(): void {
    this.sliders.reset();
    this.forget();
    this.viewer?.cursor.pause();
    this.viewer?.cursor.seek(-Infinity);
    this.checkNow();
    void this.run();
  }

  private checkSoon(): void {
    clearTimeout(this.checkTimer);
    this.checkTimer = window.setTimeout(() => this.checkNow(), checkAfter);
  }

  private checkNow(): void {
    clearTimeout(this.checkTimer);
    this.checkTimer = 0;
    this.checked = this.check();
  }

  private async check(): Promise<void> {
    // an older question has lost its meaning
    this.checking.abort();
    const asked = (this.checking = new AbortController());
    try {
      // without the sliders' values: a parameter that has left the text would be a mistake there
      const answer = await check(this.editor.text, {}, asked.signal);
      if (asked.signal.aborted) return;
      this.editor.show(answer.ok ? [] : answer.errors);
      this.runButton.disabled = !answer.ok;
      if (answer.ok) this.sliders.show(answer.parameters);
    } catch (error) {
      if (!asked.signal.aborted) this.say((error as Error).message, "bad");
    }
  }

  private runSoon(): void {
    clearTimeout(this.runTimer);
    this.runTimer = window.setTimeout(() => void this.run(), runAfter);
  }

  private async run(): Promise<void> {
    clearTimeout(this.runTimer);
    // the text as it is now decides which parameters there still are
    if (this.checkTimer) this.checkNow();
    await this.checked;
    this.session?.cancel();
    this.say("running");
    this.cancelButton.disabled = false;
    const session: Session = new Session({
      started: (viewer) => session === this.session && this.show(viewer),
      progress: ({ table }) => {
        if (session !== this.session) return;
        this.keepButton.disabled = false;
        this.say(`running: t = ${format(table.value(0, table.length - 1), 4)}`);
      },
      ended: (viewer, end, bound) => session === this.session && this.end(viewer, end, bound),
      failed: (error) => session === this.session && this.fail(error),
      cancelled: () => {
        if (session !== this.session) return;
        this.cancelButton.disabled = true;
        this.say("cancelled; what had come is shown");
      },
    });
    this.session = session;
    void session.run(this.editor.text, this.sliders.settings);
  }

  private show(viewer: Viewer): void {
    const before = this.viewer;
    this.viewer = viewer;
    // the page must not jump while the new parts still have to grow
    this.result.style.minHeight = `${this.result.offsetHeight}px`;
    if (before) {
      viewer.adopt(before);
      this.resumeAt = { t: before.cursor.time, plays: before.cursor.playing };
    }
    this.result.replaceChildren(
      element("h1", {}, viewer.motion.title),
      thinnedNote(viewer.motion.samples) ?? "",
      viewer.sceneSection(),
      viewer.plotsSection(),
      viewer.figureSection(),
      viewer.equationsSection(),
    );
    before?.transport.node.remove();
    this.page.append(viewer.transport.node);
    before?.dispose();
    if (this.kept) viewer.keep(this.kept);
  }

  private end(viewer: Viewer, end: End, bound: string): void {
    this.cancelButton.disabled = true;
    viewer.finish(end);
    // back to the instant that was looked at, unless somebody has chosen another meanwhile
    if (viewer.cursor.follows) {
      viewer.cursor.seek(this.resumeAt.t);
      if (this.resumeAt.plays) viewer.cursor.play();
    }
    const { outcome, audit, checks = [] } = end;
    const holds = outcome.complete && audit.ok && checks.every(({ ok }) => ok);
    const said = checkVerdict(checks)?.textContent ?? "";
    // the verdict on a motion that ended early begins with how it ended
    const ending = outcome.complete ? `${outcomeWords(outcome)}. ` : "";
    const why = bound ? ` ${sentence(bound)} \`alembert run\` has no such bound.` : "";
    this.say(`${ending}${withMinuses(audit.verdict)}${why} ${said}`.trim(), holds ? "good" : "bad");
    const aliased = aliasedNote(viewer.motion, viewer.table);
    if (aliased) this.result.querySelector("h1")?.after(aliased);
    this.result.append(section("audit", "Audit", auditTable(end)));
    this.result.style.minHeight = "";
  }

  private fail(error: Partial<Mistake> & { message: string }): void {
    this.cancelButton.disabled = true;
    const { line, column, length = 1, message, hint = "" } = error;
    if (line !== undefined && column !== undefined) {
      this.editor.show([{ line, column, length, message, hint }]);
    }
    this.say(hint ? `${message} (${hint})` : message, "bad");
  }

  private keepOrForget(): void {
    if (this.kept) return this.forget();
    if (!this.viewer) return;
    this.kept = { motion: this.viewer.motion, table: this.viewer.table };
    this.viewer.keep(this.kept);
    this.keepButton.textContent = "forget the kept run";
    this.keepButton.setAttribute("aria-pressed", "true");
  }

  private forget(): void {
    this.kept = null;
    this.viewer?.keep(null);
    this.keepButton.textContent = "keep this run to compare";
    this.keepButton.setAttribute("aria-pressed", "false");
  }

  private key(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter") {
      event.preventDefault();
      void this.run();
    } else if (isCommand && !event.shiftKey && event.key.toLowerCase() === "s") {
      event.preventDefault();
      this.texts.save();
    } else if (this.viewer?.transport.key(event)) {
      event.preventDefault();
    }
  }
}

function button(words: string, kind: string): HTMLButtonElement {
  return element("button", { type: "button", class: kind }, words);
}
