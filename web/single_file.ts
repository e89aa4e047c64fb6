import type { Plugin } from "vite";

// what the equations of motion are set in; the other families of KaTeX would only make the page
// heavy
const families =
  /KaTeX_(Main-Regular|Math-Italic|SansSerif-Regular|AMS-Regular|Size[1-4]-Regular)\.woff2/;

/**
 * Leaves in KaTeX's style sheet only the fonts that are used, in the one format all browsers read.
 */
export function neededFonts(): Plugin {
  return {
    name: "needed-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!/katex[^/]*\.css/.test(id)) return null;
      const css = code.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
        if (!families.test(face)) return "";
        return face.replace(/,\s*url\([^)]*\.(woff|ttf)\)\s*format\([^)]*\)/g, "");
      });
      return { code: css, map: null };
    },
  };
}

/**
 * Puts scripts and styles into the page itself: it opens from disk and asks the network for
 * nothing.
 */
export function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find((item) => item.fileName.endsWith(".html"));
      if (page?.type !== "asset") return;
      let html = String(page.source);
      for (const [name, item] of Object.entries(bundle)) {
        if (item === page) continue;
        const text = item.type === "chunk" ? item.code : String(item.source);
        // replacers are functions: in a text, "$&" would mean something
        if (item.type === "chunk") {
          const safe = text.replaceAll("</script", "<\\/script");
          const script = `<script type="module">${safe}</script>`;
          html = html.replace(new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`), "");
          html = html.replace("</body>", () => `${script}\n</body>`);
        } else if (name.endsWith(".css")) {
          html = html.replace(new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), () => {
            return `<style>${text}</style>`;
          });
        }
        delete bundle[name];
      }
      page.source = html;
    },
  };
}
