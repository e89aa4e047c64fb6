import { element } from "../dom";
import type { Example } from "./api";
import { Drafts } from "./drafts";
import type { Editor } from "./editor";

const shownFirst = "double_pendulum/level_start";

/**
 * Whose text is in the editor: that of a model of the gallery or of a file. What is written stays
 * with its model, so that no choice and no reload takes it away.
 */
export class Texts {
  readonly node: HTMLElement;
  private readonly choice = element("select", {
    "aria-label": "Start from a model of the gallery",
  });
  private readonly files = element("optgroup", { label: "Your files" });
  private readonly back = button("back to the original");
  private readonly openButton = button("open");
  private readonly saveButton = button("save");
  private readonly file = element("input", { type: "file", accept: ".mech,.txt", hidden: "" });
  private readonly drafts = new Drafts();
  private originals = new Map<string, string>();
  private name = "";
  private saved = ""; // the text of the latest file written or read

  /** `onChosen` is told when another text has come. */
  constructor(
    private readonly editor: Editor,
    private readonly onChosen: () => void,
  ) {
    this.openButton.title = "a model from a file";
    this.saveButton.title = "the text as a file: Ctrl+S";
    this.back.hidden = true;
    this.choice.addEventListener("change", () => this.choose(this.choice.value));
    this.back.addEventListener("click", () => this.goBack());
    this.openButton.addEventListener("click", () => this.file.click());
    this.saveButton.addEventListener("click", () => this.save());
    this.file.addEventListener("change", () => void this.open());
    this.node = element(
      "div",
      { class: "texts" },
      this.choice,
      element("div", { class: "row" }, this.openButton, this.saveButton, this.back, this.file),
    );
    addEventListener("beforeunload", (event) => {
      if (!this.drafts.areKept && this.isChanged() && editor.text !== this.saved)
        event.preventDefault();
    });
  }

  /**
   * The gallery has come: go on with the model that the address names, with which the program was
   * started, or that was open last.
   */
  offer(examples: Example[]): void {
    this.originals = new Map(examples.map(({ name, text }) => [name, text]));
    this.choice.replaceChildren(
      ...examples.map(({ name, title }) => element("option", { value: name }, title || name)),
    );
    const own = this.drafts.names().filter((name) => !this.originals.has(name));
    for (const name of own) this.list(name);
    const known = (name: string | null): name is string =>
      name !== null && (this.originals.has(name) || own.includes(name));
    const asked = new URLSearchParams(location.search).get("model");
    const given = examples.find((example) => example.given)?.name ?? null;
    const name = [asked, given, this.drafts.last, shownFirst].find(known) ?? examples[0]?.name;
    if (name === undefined) return;
    this.enter(name);
    this.editor.text = this.drafts.of(name) ?? this.originals.get(name) ?? "";
    this.edited();
    this.onChosen();
  }

  /** The text has changed. */
  edited(): void {
    const { text } = this.editor;
    this.back.hidden = !this.originals.has(this.name) || !this.isChanged();
    if (this.isChanged()) this.drafts.keep(this.name, text);
    else this.drafts.forget(this.name);
  }

  /** Writes the text to a file. */
  save(): void {
    this.saved = this.editor.text;
    const address = URL.createObjectURL(new Blob([this.saved], { type: "text/plain" }));
    element("a", { href: address, download: this.fileName() }).click();
    // the browser has begun to read it by then
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private async open(): Promise<void> {
    const [file] = this.file.files ?? [];
    if (!file) return;
    this.saved = await file.text();
    this.file.value = ""; // the same file may be chosen again
    this.list(file.name);
    this.enter(file.name);
    this.editor.replace(this.saved);
    this.onChosen();
  }

  private choose(name: string): void {
    this.enter(name);
    this.editor.replace(this.drafts.of(name) ?? this.originals.get(name) ?? "");
    this.onChosen();
  }

  private goBack(): void {
    this.editor.replace(this.originals.get(this.name) ?? "");
    this.editor.focus();
    this.onChosen();
  }

  private enter(name: string): void {
    this.name = name;
    this.choice.value = name;
    this.drafts.last = name;
  }

  private list(name: string): void {
    if (!this.files.isConnected) this.choice.prepend(this.files);
    if ([...this.files.children].some((option) => (option as HTMLOptionElement).value === name))
      return;
    this.files.append(element("option", { value: name }, name));
  }

  private isChanged(): boolean {
    return this.editor.text !== this.originals.get(this.name);
  }

  private fileName(): string {
    const last = this.name.split("/").at(-1) || "model";
    return last.endsWith(".mech") ? last : `${last}.mech`;
  }
}

function button(words: string): HTMLButtonElement {
  return element("button", { type: "button", class: "plain" }, words);
}
