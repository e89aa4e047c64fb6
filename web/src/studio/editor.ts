import { element } from "../dom";
import type { Mistake } from "./api";
import { pieces } from "./squiggles";

/**
 * A text field over a coloured copy of its text; mistakes are marked under their very characters.
 */
export class Editor {
  readonly node: HTMLElement;
  private readonly field = element("textarea", {
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    "aria-label": "Text of the model",
    "aria-describedby": "mistakes",
  });
  private readonly layer = element("pre", { class: "layer", "aria-hidden": "true" });
  private readonly messages = element("ul", {
    class: "mistakes",
    id: "mistakes",
    "aria-live": "polite",
  });
  private mistakes: Mistake[] = [];

  constructor(onInput: () => void) {
    const box = element("div", { class: "editor" }, this.layer, this.field);
    this.node = element("div", {}, box, this.messages);
    this.field.addEventListener("input", () => {
      // old marks would stand under other characters now
      this.mistakes = [];
      this.paint();
      onInput();
    });
    this.field.addEventListener("scroll", () => {
      const { scrollLeft, scrollTop } = this.field;
      this.layer.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    });
    this.field.addEventListener("keydown", (event) => this.indent(event));
  }

  get text(): string {
    return this.field.value;
  }

  set text(text: string) {
    this.field.value = text;
    this.field.scrollTop = 0;
    this.show([]);
  }

  /** Another text in the field; undo brings the one before it back. */
  replace(text: string): void {
    const { activeElement } = document;
    this.focus();
    this.field.select();
    this.insert(text);
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.show([]);
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }

  focus(): void {
    this.field.focus({ preventScroll: true });
  }

  show(mistakes: Mistake[]): void {
    this.mistakes = mistakes;
    this.field.setAttribute("aria-invalid", String(mistakes.length > 0));
    this.messages.replaceChildren(
      ...mistakes.map((mistake) => {
        const { line, column, message, hint } = mistake;
        const place = element("button", { type: "button", class: "place" }, `${line}:${column}`);
        place.addEventListener("click", () => this.goTo(mistake));
        return element(
          "li",
          {},
          place,
          ` ${message}`,
          hint ? element("span", { class: "hint" }, hint) : null,
        );
      }),
    );
    this.paint();
  }

  private paint(): void {
    const lines = this.text.split("\n").map((line, i) => {
      const own = this.mistakes.filter((mistake) => mistake.line === i + 1);
      const spans = pieces(line, own).map(({ kind, text, wrong }) => {
        const names = [kind && `t-${kind}`, wrong && "wrong"].filter(Boolean).join(" ");
        return names ? element("span", { class: names }, text) : text;
      });
      return element("span", { class: "line" }, ...spans, "\n");
    });
    this.layer.replaceChildren(...lines);
  }

  private goTo({ line, column, length }: Mistake): void {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const characters = [...(lines[line - 1] ?? "")];
    const begin = before + characters.slice(0, column - 1).join("").length;
    const end = begin + characters.slice(column - 1, column - 1 + length).join("").length;
    this.field.focus();
    this.field.setSelectionRange(begin, end);
  }

  // indented lines belong to their statement: a new line starts where the one before it did. The
  // Tab key stays what it is for everybody who walks through the page by keyboard
  private indent(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    const line = this.text.slice(0, this.field.selectionStart).split("\n").at(-1) ?? "";
    const blanks = /^ */.exec(line)?.[0] ?? "";
    if (blanks === "") return;
    event.preventDefault();
    this.insert(`\n${blanks}`);
  }

  // as if typed: what a script writes in another way, undo does not know, and it then puts its
  // pieces at the wrong places
  private insert(text: string): void {
    const done =
      text === ""
        ? document.execCommand("delete")
        : document.execCommand("insertText", false, text);
    if (done) return;
    this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.dispatchEvent(new InputEvent("input"));
  }
}
