/** Short ways to make elements. */

type Child = Node | string | null;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, value);
  for (const child of children) if (child !== null) result.append(child);
  return result;
}

/** A part of the page with its heading; the heading is also where links lead. */
export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return element("section", { id, "aria-label": title }, element("h2", {}, title), ...children);
}

/** Writes a text only where it differs: an unchanged page need not be laid out anew. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
