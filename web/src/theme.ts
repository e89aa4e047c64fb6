import { element } from "./dom";

const key = "alembert-theme";

// a page from disk may have no storage
function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // then the choice lasts as long as the page
  }
}

/**
 * Light or dark as the system is, until the switch says otherwise; canvases are told to draw anew.
 */
export function themeSwitch(onChange: () => void): HTMLElement {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = remembered();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const isDark = (): boolean =>
    (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const button = element(
    "button",
    { type: "button", class: "plain theme", "aria-label": "Dark colours" },
    "◐",
  );
  const tell = (): void => {
    button.setAttribute("aria-pressed", String(isDark()));
    onChange();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    remember(root.dataset.theme);
    tell();
  });
  system.addEventListener("change", tell);
  button.setAttribute("aria-pressed", String(isDark()));
  return button;
}
