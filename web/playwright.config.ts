import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/browser",
  workers: 1, // a page that is drawn without a graphics card takes all cores
  timeout: 60_000,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // machines that test have no graphics card, and root has no sandbox
      args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
    },
  },
});
