import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { serve } from "../mock_studio.mjs";

let mock: Awaited<ReturnType<typeof serve>>;
test.beforeAll(async () => {
  mock = await serve(0);
});
test.afterAll(() => mock.close());

const field = (page: Page) => page.locator("textarea");
const models = (page: Page) => page.getByRole("combobox", { name: /gallery/ });

async function open(page: Page, model = "pendulum"): Promise<string> {
  await page.goto(`${mock.address}&model=${model}`);
  await expect(page.locator(".status")).toContainText(/reached|running: t/);
  return field(page).inputValue();
}

/** Writes a line at the end of the text, as a hand does. */
async function write(page: Page, words: string): Promise<void> {
  await field(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
}

test("what was written is there again after the page is loaded anew", async ({ page }) => {
  const text = await open(page);
  await write(page, "# mine");
  await page.reload();
  await expect(field(page)).toHaveValue(`${text}# mine`);
  await expect(models(page)).toHaveValue("pendulum");
  // and without a model in the address the one that was open last
  await page.goto(mock.address);
  await expect(field(page)).toHaveValue(`${text}# mine`);
});

test("the model that the program was started with comes before the one that was open last", async ({
  page,
}) => {
  const text = await open(page, "slow");
  mock.state.given = { name: "swing.mech", title: "Swing", text: `${text}# given` };
  try {
    await page.goto(mock.address);
    await expect(field(page)).toHaveValue(`${text}# given`);
  } finally {
    mock.state.given = null;
  }
});

test("another model of the gallery takes no text away, and the way back brings it", async ({
  page,
}) => {
  const text = await open(page);
  await write(page, "# mine");
  await models(page).selectOption("slow");
  await expect(field(page)).toHaveValue(/^# slow/);
  await models(page).selectOption("pendulum");
  await expect(field(page)).toHaveValue(`${text}# mine`);
  // the text of the gallery on request, and undo after it
  await page.getByRole("button", { name: "back to the original" }).click();
  await expect(field(page)).toHaveValue(text);
  await expect(page.getByRole("button", { name: "back to the original" })).toBeHidden();
  await page.keyboard.press("Control+z");
  await expect(field(page)).toHaveValue(`${text}# mine`);
});

test("undo right after choosing a model brings the text before it", async ({ page }) => {
  const text = await open(page);
  await write(page, "# mine");
  await models(page).selectOption("slow");
  await expect(field(page)).toHaveValue(/^# slow/);
  await field(page).focus();
  await page.keyboard.press("Control+z");
  await expect(field(page)).toHaveValue(`${text}# mine`);
});

test("undo goes back through indented lines to the very text of the start", async ({ page }) => {
  const text = await open(page);
  await field(page).focus();
  await field(page).evaluate((it: HTMLTextAreaElement) => {
    const end = it.value.indexOf("\n", it.value.indexOf("    m = "));
    it.setSelectionRange(end, end);
  });
  await page.keyboard.type("AB");
  await page.keyboard.press("Enter");
  await page.keyboard.type("CD");
  await expect(field(page)).toHaveValue(/AB\n {4}CD\n/);
  for (let i = 0; i < 20; ++i) await page.keyboard.press("Control+z");
  await expect(field(page)).toHaveValue(text);
  for (let i = 0; i < 20; ++i) await page.keyboard.press("Control+Shift+z");
  await expect(field(page)).toHaveValue(/AB\n {4}CD\n/);
});

test("Ctrl+S saves the text to a file, and a file is opened under its name", async ({ page }) => {
  const text = await open(page);
  await write(page, "# mine");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.keyboard.press("Control+s"),
  ]);
  expect(download.suggestedFilename()).toBe("pendulum.mech");
  expect(readFileSync(await download.path(), "utf8")).toBe(`${text}# mine`);

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "open" }).click(),
  ]);
  const opened = `${text}# from a file`;
  await chooser.setFiles({ name: "swing.mech", mimeType: "", buffer: Buffer.from(opened) });
  await expect(field(page)).toHaveValue(opened);
  await expect(page.locator("select option:checked").first()).toHaveText("swing.mech");
  await expect(page.locator(".status")).toContainText("reached");
  // it is kept like every other text, and saved under its own name
  await page.goto(mock.address);
  await expect(field(page)).toHaveValue(opened);
  const [again] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "save" }).click(),
  ]);
  expect(again.suggestedFilename()).toBe("swing.mech");
  // and the text of the gallery was not touched
  await models(page).selectOption("pendulum");
  await expect(field(page)).toHaveValue(`${text}# mine`);
});

test("where nothing can be kept, the page asks before it is left with unsaved text", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page);
  await write(page, "# mine");
  const asked = page.waitForEvent("dialog");
  const left = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await left;
});

test("after Cancel the motion so far plays at a speed one can watch", async ({ page }) => {
  await open(page, "slow");
  await expect.poll(() => page.evaluate(() => window.alembert.samples())).toBeGreaterThan(50);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".status")).toContainText("cancelled");
  const end = await page.evaluate(() => {
    window.alembert.seek(0);
    window.alembert.play();
    return window.alembert.samples() / 50;
  });
  // some ten seconds for the whole, or as fast as in nature
  await page.waitForTimeout(1000);
  const time = await page.evaluate(() => window.alembert.time());
  expect(time).toBeGreaterThan(end / 40);
  expect(time).toBeLessThan(end);
});
