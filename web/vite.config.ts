import { resolve } from "node:path";
import { defineConfig } from "vite";
import { neededFonts, singleFile } from "./single_file";

// one build per page (`vite build --mode report`), so that nothing is shared and each page is one
// file
export default defineConfig(({ mode }) => ({
  plugins: [neededFonts(), singleFile()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rollupOptions: {
      input: resolve(__dirname, `${mode}.html`),
      output: { inlineDynamicImports: true },
    },
  },
  // `npm run mock` answers the studio's calls while one develops it with `npx vite`
  server: { proxy: { "/api": "http://127.0.0.1:8765" } },
}));
