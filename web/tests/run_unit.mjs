// Runs tests/unit/*.test.ts with node's own test runner. Node 18 reads no TypeScript, so Vite turns
// it into JavaScript first.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const here = new URL(".", import.meta.url).pathname;
const outDir = join(here, "../node_modules/.unit");
const files = readdirSync(join(here, "unit")).filter((name) => name.endsWith(".test.ts"));

await build({
  configFile: false,
  root: here,
  logLevel: "warn",
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    rollupOptions: {
      input: files.map((name) => join(here, "unit", name)),
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
});
const built = files.map((name) => join(outDir, name.replace(/\.ts$/, ".mjs")));
process.exit(spawnSync(process.execPath, ["--test", ...built], { stdio: "inherit" }).status ?? 1);
