// An arena in a real browser: a result by one key brings the next pairs to the desk and to the event's page without a reload,
// and its pages fit a small phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { PASSWORD, makeEvent, press } from "./people.mjs";
import { startService } from "./service.mjs";

const EVENT = "/events/liga-malaking-arena";

let browser, service, official, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  official = await browser.newContext({ viewport: DESKTOP, locale: "en" });
  page = await official.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await makeEvent(page, service.url, ["Ana Reyes", "Malaking Arena"], [["template", "arena"]]);
  await page.goto(`${service.url}${EVENT}/run`);
  const names = Array.from({ length: 8 }, (_, at) => `Manlalaro ${at + 1}; ${1900 - at}`);
  await page.fill("#add-lines", names.join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(page, "#begin button");
  await press(page, "#pair button");
  await press(page, "#publish button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("two results by one key each bring the next pairs to the desk and to the event's page", async () => {
  const hall = await (await browser.newContext({ locale: "en" })).newPage();
  await hall.goto(`${service.url}${EVENT}?view=pairings`);
  assert.match(await hall.textContent(".grace"), /The arena pairs until/);
  await page.goto(`${service.url}${EVENT}/run?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  assert.equal(await page.locator(".results select").count(), 4);
  await page.keyboard.press("1");
  await hall.getByText("Waiting for a game:").waitFor();
  await page.keyboard.press("1");
  await page.waitForFunction(() => document.querySelectorAll(".results select").length === 6);
  const open = await page.locator('.results select[data-recorded="none"]').evaluateAll((all) => all.map((one) => one.dataset.table));
  assert.deepEqual(open.sort(), ["1", "2", "3", "4"], "the tables that became free are used again");
  await hall.getByText("Waiting for a game:").waitFor({ state: "detached" });
});

test("its pages are accessible and fit a small phone in both themes", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["?view=pairings", "?view=standings", "/run?part=rounds", "/run?part=results", "/run?part=settings", "/run/plan", "/screen"]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.url}${EVENT}${path}`);
      assert.equal(await isTooWide(page), false, `${path} in ${colorScheme}`);
      assert.deepEqual(await accessibilityFaults(page), [], `${path} in ${colorScheme}`);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/arena${path.replaceAll(/\W/g, "-")}-${colorScheme}.png`, fullPage: true });
    }
  }
});

test("a break is taken and ended, and the end is set, without a script", async () => {
  const still = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false, storageState: await official.storageState() });
  const desk = await still.newPage();
  await desk.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(desk, "#pause button");
  assert.match(await desk.textContent("main"), /takes a break/);
  await press(desk, "#resume button");
  await desk.fill("#arena-end input[name=minutes]", "20");
  await press(desk, "#arena-end button");
  assert.match(await desk.textContent("main"), /The end of the arena is set/);
  await press(desk, "#arena-over button");
  assert.match(await desk.textContent("main"), /The arena has ended/);
});
