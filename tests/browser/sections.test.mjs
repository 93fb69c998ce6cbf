// Sections at one desk in a real browser: made at once, results of all by the number of the table, people moved between them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { PASSWORD, makeEvent, press } from "./people.mjs";
import { startService } from "./service.mjs";

let browser, service, official, first;
const SECTIONS = ["Open", "Women", "Under 18"];

const saved = (page) => page.waitForFunction(() => document.getElementById("results")?.dataset.unsent === "0");
const recorded = (page, table) => page.locator(`select[data-table="${table}"]`).getAttribute("data-recorded");

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  official = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  const page = await official.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  first = await makeEvent(page, service.url, ["Ana Reyes", "Pista ng Maynila"], [["sections", SECTIONS.join(", ")]]);
  const hrefs = await page.locator("#section-tabs a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.equal(hrefs.length, 3);
  for (const [at, desk] of hrefs.entries()) {
    await page.goto(`${service.url}${desk}`);
    await page.fill("#add-lines", ["A", "B", "C", "D"].map((name) => `${SECTIONS[at]} ${name}`).join("\n"));
    await press(page, "#add button");
    await press(page, "#add-all button");
  }
  await page.close();
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("somebody is put into another section before it is paired", async () => {
  const page = await official.newPage();
  await page.goto(`${service.url}${first}/run/sections?part=people`);
  const row = page.locator("li", { hasText: "Open D" });
  await row.locator("summary").click();
  await row.locator("select").selectOption({ label: "Women" });
  await Promise.all([page.waitForNavigation(), row.getByRole("button", { name: "Move to this section" }).click()]);
  assert.match(await page.textContent(".done"), /Moved to the other section/);
  assert.match(await page.locator("li", { hasText: "Open D" }).textContent(), /Women/);
  await page.locator("li", { hasText: "Open D" }).locator("summary").click();
  await page.locator("li", { hasText: "Open D" }).locator("select").selectOption({ label: "Open" });
  await Promise.all([page.waitForNavigation(), page.locator("li", { hasText: "Open D" }).getByRole("button", { name: "Move to this section" }).click()]);
  await page.close();
});

test("results of all sections take a number and a key each", async () => {
  const page = await official.newPage();
  await page.goto(`${service.url}${first}/run`);
  const desks = await page.locator("#section-tabs a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const desk of desks) {
    await page.goto(`${service.url}${desk}?part=rounds`);
    await press(page, "#begin button");
    await press(page, "#pair button");
    await press(page, "#publish button");
  }
  const keys = await page.locator("#section-tabs a").evaluateAll((links) => links.map((link) => link.accessKey));
  assert.deepEqual(keys, ["1", "2", "3"], "each section has a key");
  await page.goto(`${service.url}${first}/run/sections`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  assert.doesNotMatch(page.url(), /round=/, "the page is of several rounds");
  await page.keyboard.press("*");
  for (const table of [101, 1, 52]) {
    await page.keyboard.type(String(table));
    await page.keyboard.press("Enter");
    await page.keyboard.press("1");
  }
  await saved(page);
  for (const table of [101, 1, 52]) assert.equal(await recorded(page, table), "first");
  for (const table of [2, 51, 102]) assert.equal(await recorded(page, table), "none");
  // Another official's result in another section comes by itself.
  const other = await official.newPage();
  await other.goto(`${service.url}${desks[2]}?part=results`);
  await other.locator('select[data-table="102"]').focus();
  await other.keyboard.press("2");
  await saved(other);
  await page.waitForFunction(() => document.querySelector('select[data-table="102"]').dataset.recorded === "second", null, { timeout: 15_000 });
  await page.waitForFunction(() => document.getElementById("section-tabs").textContent.includes("1 result open"));
  await other.close();
  const others = await (await browser.newContext({ viewport: DESKTOP, locale: "en" })).newPage();
  await others.goto(`${service.url}${first}/sections`);
  assert.equal((await others.locator(".pairings").allTextContents()).join(" ").match(/1–0|0–1/g).length, 4);
  await page.close();
});

test("the pages of sections can be used on a phone and by everybody", async () => {
  for (const [width, locale, scheme] of [[320, "fil", "dark"], [1280, "en", "light"]]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale, colorScheme: scheme });
    await context.addCookies(await official.cookies());
    const page = await context.newPage();
    for (const path of ["/run", "/run/sections", "/run/sections?part=people", "/run?part=settings", "/sections", "/sections?order=name", "", "/screen?left=sections&right=section-names"]) {
      await page.goto(`${service.url}${first}${path}`);
      assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${width}`);
      if (!path.startsWith("/screen")) assert.equal(await isTooWide(page), false, `${path} at ${width}`);
    }
    await page.goto(`${service.url}/events`);
    assert.deepEqual(await accessibilityFaults(page), [], `/events at ${width}`);
    await context.close();
  }
});
