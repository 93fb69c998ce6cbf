// A league in a real browser: divisions joined at the desk, the next season decided by keyboard and made, its drafts deleted.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { PASSWORD, makeEvent, press } from "./people.mjs";
import { startService } from "./service.mjs";

let browser, service, official, first;
const LEAGUE = "/organisations/liga/leagues?name=Liga%202026";

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  official = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  const page = await official.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  first = await makeEvent(page, service.url, ["Ana Reyes", "Liga 2026"], [["rounds", "1"], ["sections", "Una, Pangalawa"]]);
  const desks = await page.locator("#section-tabs a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const [at, desk] of desks.entries()) {
    await page.goto(`${service.url}${desk}`);
    await page.fill("#add-lines", ["A", "B", "C", "D"].map((name) => `Koponan ${at + 1}${name}`).join("\n"));
    await press(page, "#add button");
    await press(page, "#add-all button");
    await page.goto(`${service.url}${desk}?part=settings`);
    await page.fill("#division-league", "Liga 2026");
    await page.fill("#division-level", String(at + 1));
    await page.fill("#division-ups", "1");
    await page.fill("#division-downs", "1");
    await press(page, "#division button");
    await page.goto(`${service.url}${desk}?part=rounds`);
    await press(page, "#begin button");
    await press(page, "#pair button");
    await press(page, "#publish button");
    await page.goto(`${service.url}${desk}?part=results`);
    await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
    await page.keyboard.press("1");
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
    await page.goto(`${service.url}${desk}?part=settings`);
    await press(page, "#settings button[value=end]");
  }
  await page.close();
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("the next season is decided, made, and its drafts are deleted", async () => {
  const page = await official.newPage();
  await page.goto(`${service.url}${first}`);
  await Promise.all([page.waitForNavigation(), page.getByRole("link", { name: "Liga 2026", exact: true }).click()]);
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, LEAGUE);
  const choice = page.locator("select[name=to]").first();
  await choice.focus();
  await page.keyboard.type("Not");
  await press(page, "#next button[value=look]");
  assert.match(await page.textContent("main"), /4 now, 3 in the next season/);
  assert.match(await choice.inputValue(), /out$/, "what was decided stays");
  await press(page, "#next button[value=make]");
  assert.match(page.url(), /name=Liga%202027$/);
  assert.equal(await page.locator("tbody tr").count(), 7);
  await press(page, "#delete button");
  assert.match(await page.textContent(".done"), /drafts are deleted/);
  await page.close();
});

test("the pages of a league can be used on a phone and by everybody", async () => {
  for (const [width, locale, scheme] of [[320, "fil", "dark"], [1280, "en", "light"]]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale, colorScheme: scheme });
    await context.addCookies(await official.cookies());
    const page = await context.newPage();
    for (const path of [LEAGUE, "/organisations/liga/leagues", "/organisations/liga", first, `${first}/run?part=settings`]) {
      await page.goto(`${service.url}${path}`);
      assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${width}`);
      assert.equal(await isTooWide(page), false, `${path} at ${width}`);
    }
    await context.close();
  }
});
