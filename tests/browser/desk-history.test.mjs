// The log of the desk in a real browser: undo and redo where something was done, and a published round changed by hand.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const RUN = "/events/liga-binagong-open/run";
let browser, service, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await signUp(browser, service.url, "Ana Reyes", DESKTOP);
  await makeEvent(page, service.url, ["Ana Reyes", "Binagong Open"], []);
  await page.goto(`${service.url}${RUN}`);
  await page.fill("#add-lines", Array.from({ length: 7 }, (_, at) => `Manlalaro ${at + 1}; ${1900 - at}`).join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${RUN}?part=rounds`);
  await press(page, "#begin button");
  await press(page, "#pair button");
  await press(page, "#publish button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

const main = () => page.locator("main").innerText();

test("a result is undone on the page where it was entered, and done again", async () => {
  await page.goto(`${service.url}${RUN}?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
  await page.keyboard.press("1");
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
  await page.waitForFunction(() => document.getElementById("history")?.textContent.includes("table 1"));
  await press(page, "#history button");
  assert.match(await main(), /Undone\./);
  assert.match(await main(), /3 tables have no result/);
  await press(page, "#history button[value=redo]");
  assert.match(await main(), /2 tables have no result/);
});

test("the desk's pairings fit a phone", async () => {
  await page.setViewportSize(PHONE);
  await page.goto(`${service.url}${RUN}?part=rounds`);
  const [wide, room] = await page.locator(".scroll:has(.pairings)").first().evaluate((one) => [one.scrollWidth, one.clientWidth]);
  assert.ok(wide <= room, `${wide} in ${room}`);
  await page.setViewportSize(DESKTOP);
});

test("the log has the times of an event without a zone in the reader's", async () => {
  await page.goto(`${service.url}${RUN}?part=log`);
  await page.locator("#log time[title='Asia/Manila']").first().waitFor();
  assert.doesNotMatch(await page.locator("#log").innerText(), /UTC/);
});

test("a latecomer meets the player with the bye after a preview", async () => {
  await page.goto(`${service.url}${RUN}`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await page.fill("#add-lines", "Nahuling Manlalaro; 1000");
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${RUN}?part=rounds`);
  const bye = (await page.locator("main").innerText()).match(/Bye:\s*(Manlalaro \d)/)[1];
  await page.getByRole("link", { name: "Change pairings" }).click();
  await page.selectOption("[name=kind]", "pair");
  await page.fill("[name=one]", "Nahuling Manlalaro");
  await page.fill("[name=other]", bye);
  await press(page, "#alter button[value=add]");
  assert.match(await main(), /Joins the event: Nahuling Manlalaro/);
  assert.match(await main(), /break no pairing rule/);
  for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    assert.equal(await isTooWide(page), false, `${width}`);
    assert.deepEqual(await accessibilityFaults(page), []);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/alter-${width}.png`, fullPage: true });
  }
  await press(page, "#alter button[value=save]");
  assert.match(await main(), /Pairings changed\./);
  assert.match(await main(), new RegExp(`Nahuling Manlalaro[^]*${bye}`));
});

test("the log tells what was done, and undoes the change in one step", async () => {
  await page.goto(`${service.url}${RUN}?part=log`);
  assert.match(await main(), /Round 1: pairings changed by hand/);
  for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    assert.equal(await isTooWide(page), false, `${width}`);
    assert.deepEqual(await accessibilityFaults(page), []);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/log-${width}.png`, fullPage: true });
  }
  await press(page, "#log button[value=undo]");
  assert.match(await main(), /Undone: /);
  await page.goto(`${service.url}${RUN}?part=rounds`);
  assert.match(await main(), /Bye:\s*Manlalaro \d/);
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/rounds.png`, fullPage: true });
});
