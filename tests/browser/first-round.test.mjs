// From nothing to the first published round in a real browser: three fields with a file, and eight clicks at most.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { startService } from "./service.mjs";

let browser, service, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await (await browser.newContext({ viewport: DESKTOP, locale: "en" })).newPage();
  const press = (selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", "tatlong bibe sa ilog");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await page.goto(`${service.url}/organisations/new`);
  await page.fill("#new-name", "Liga");
  await press("#new button");
  await page.goto(`${service.url}/organisations/liga/officials/appoint`);
  await page.fill("#role-account", "Ana Reyes");
  await page.check('input[name="role"][value="organizer"]');
  await press("#role button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("an event with a list of sixty has its first round after 8 clicks and 3 fields", async () => {
  let [clicks, fields] = [0, 0];
  const click = async (locator) => {
    clicks += 1;
    await Promise.all([page.waitForNavigation(), locator.first().click()]);
  };
  const fill = async (selector, value) => {
    fields += 1;
    await page.fill(selector, value);
  };
  const csv = ["name,rating,club", ...Array.from({ length: 60 }, (_, at) => `Manlalaro ${at + 1},${1900 - at},Hawks`)].join("\n");
  await page.goto(`${service.url}/organisations/liga`);
  await click(page.locator('main a[href$="/events/new"]'));
  await fill("#new-event-name", "Pambansa");
  await fill("#new-event-day", "2026-12-05");
  fields += 1;
  await page.setInputFiles("#new-event-file", { name: "players.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await click(page.locator("#new-event button"));
  assert.match(await page.textContent("main"), /First game to last/);
  assert.equal(await page.locator("#preview tbody tr").count(), 60, "the list is shown before anything is made");
  assert.equal(await page.inputValue("#new-event-entrants"), "60");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize(PHONE);
  assert.equal(await isTooWide(page), false);
  await page.setViewportSize(DESKTOP);
  await click(page.locator("#new-event button"));
  await click(page.locator("#begin button"));
  await click(page.locator("#pair button"));
  await click(page.locator("#publish button"));
  assert.equal(await page.locator(".round .pairings tbody tr").count(), 30);
  assert.ok(clicks <= 8 && fields <= 3, `${clicks} clicks, ${fields} fields`);
});

test("a list with a fault says so above it, and no event is made without the list", async () => {
  const csv = ["name,rating,club", ...Array.from({ length: 60 }, (_, at) => `Kalahok ${at + 1},${at === 50 ? "mataas" : 1900 - at},Hawks`), "Ana Reyes,1500,Hawks"].join("\n");
  const send = async (lines) => {
    if (lines) await page.setInputFiles("#new-event-file", { name: "players.csv", mimeType: "text/csv", buffer: Buffer.from(lines) });
    await Promise.all([page.waitForNavigation(), page.locator("#new-event button").first().click()]);
  };
  await page.goto(`${service.url}/organisations/liga/events/new`);
  await page.fill("#new-event-name", "Panrehiyon");
  await page.fill("#new-event-day", "2026-12-12");
  await page.check("#new-event-rated");
  await send(csv);
  assert.match(await page.locator("#preview ul").first().textContent(), /Row 52:\s+Kalahok 51:\s+“mataas” is not a rating/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await send();
  assert.match(await page.textContent("main"), /Choose the corrected list again/);
  await send(csv.replace("mataas", "1850"));
  assert.match(await page.textContent("#preview"), /60 are guests: games of guests are not rated/);
  const guest = page.locator('#preview input[name="guest"]');
  assert.equal(await guest.count(), 1, "Ana Reyes has an account");
  await guest.check();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.setViewportSize(PHONE);
  assert.equal(await isTooWide(page), false);
  await page.setViewportSize(DESKTOP);
  await send();
  assert.match(page.url(), /liga-panrehiyon\/run/);
});

test("the odd player of a casual event online plays the computer, whose level its organizer chooses", async () => {
  const press = (selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);
  await page.goto(`${service.url}/organisations/liga/events/new`);
  await page.fill("#new-event-name", "Gabi ng Laro");
  await page.fill("#new-event-day", "2026-12-19");
  await page.check('[name="games"][value="online"]');
  await page.selectOption('[name="stand-in"]', "1");
  const csv = ["name,rating", "Ana Reyes,1500", "Ben Cruz,1400", "Carla Santos,1300"].join("\n");
  await page.setInputFiles("#new-event-file", { name: "players.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await press("#new-event button");
  assert.deepEqual(await accessibilityFaults(page), []);
  await press("#new-event button");
  await press("#begin button");
  await press("#pair button");
  await press("#publish button");
  const rows = await page.locator(".round .pairings tbody tr").allTextContents();
  assert.equal(rows.length, 2, `${rows}`);
  assert.equal(rows.filter((row) => /Computer Private/.test(row)).length, 1, `${rows}`);
  assert.deepEqual(await accessibilityFaults(page), []);
});
