// An event in a real browser: an organiser makes one, registers eight by pasted lines, pairs, publishes, enters
// results by keyboard and sees the standings. Every page is sound, small in Filipino and large in English.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { startService } from "./service.mjs";

const PASSWORD = "tatlong bibe sa ilog";
const EIGHT = "Ana; 1500; Hawks; Benguet\nBen; 1450\nCora; 1400\nDan; 1350\nElsa; 1300\nFe; 1250\nGil; 1200\nHana; 1150; Owls; Cebu";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

const newPage = async (viewport, locale) => (await browser.newContext({ viewport, locale })).newPage();
const enter = (page) => Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
const send = (page, form) => Promise.all([page.waitForNavigation(), page.locator(`#${form} button`).first().click()]);

async function sound(page, path, size) {
  await page.setViewportSize(size);
  const reply = await page.goto(`${service.url}${path}`);
  assert.equal(reply.status(), 200, path);
  assert.equal(await isTooWide(page), false, `${path}: wider than ${size.width}`);
  assert.deepEqual(await accessibilityFaults(page), [], `${path} at ${size.width}`);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await colorFaults(page), [], `${path} in the dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

async function organiser() {
  const page = await newPage(DESKTOP, "en");
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await enter(page);
  await page.goto(`${service.url}/organisations/new`);
  await page.fill("#new-name", "Liga");
  await send(page, "new");
  await page.goto(`${service.url}/organisations/liga/officials/appoint`);
  await page.fill("#role-account", "Ana Reyes");
  await page.check('input[name="role"][value="organizer"]');
  await send(page, "role");
  return page;
}

test("an organiser runs an event, and everybody sees it", async () => {
  const page = await organiser();
  await page.goto(`${service.url}/organisations/liga/events/new`);
  await page.fill("#new-event-name", "Disyembre Open");
  await page.fill("#new-event-day", "2026-12-05");
  await page.fill("#new-event-entrants", "8");
  await send(page, "new-event");
  assert.match(await page.textContent("main"), /First game to last/);
  assert.deepEqual(await accessibilityFaults(page), [], "the schedule");
  await send(page, "new-event");
  const event = new URL(page.url()).pathname.replace(/\/run$/, "");
  await page.fill("#add-lines", EIGHT);
  await send(page, "add");
  await send(page, "add-all");
  assert.equal(await page.locator(".desk-people > li").count(), 8);
  await page.goto(`${service.url}${event}/run?part=rounds`);
  await send(page, "begin");
  await send(page, "pair");
  assert.match(await page.textContent("main"), /draft: visible to officials only/);
  await send(page, "publish");
  await page.goto(`${service.url}${event}/run?part=results`);
  // The first open row has the focus: a key enters a result and goes on, and Enter by habit does no harm.
  for (const key of ["1", "2", "Enter", "3", "1"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
  await page.locator("#results-open", { hasText: "All results are in" }).waitFor();
  assert.deepEqual(
    await page.locator("#results select option:first-child").allTextContents(),
    ["1–0", "0–1", "½–½", "1–0"],
  );
  // Who leaves while a reason is being typed is asked first.
  const asked = [];
  page.on("dialog", (dialog) => { asked.push(dialog.type()); return dialog.dismiss(); });
  await page.locator("#results select").first().focus();
  await page.keyboard.press("2");
  await page.keyboard.type("slip misread");
  await page.evaluate(() => document.querySelector('a[href="/"]').click());
  await page.waitForFunction(() => document.readyState === "complete");
  assert.deepEqual(asked, ["beforeunload"]);
  await page.keyboard.press("Escape");
  await page.goto(`${service.url}${event}?view=standings`);
  assert.match(await page.textContent("main"), /After 1 round/);

  const desk = ["people", "rounds", "results", "settings"].map((part) => `${event}/run?part=${part}`);
  const open = ["", "?view=pairings&order=name", "?view=standings", "?view=cross-table", "?view=players", "/places/1", "/print/pairings", "/print/standings", "/print/slips", "/screen"].map((path) => `${event}${path}`);
  for (const path of [...desk, `/organisations/liga/events/new`]) {
    await sound(page, path, DESKTOP);
    await sound(page, path, PHONE);
  }
  // With the form that corrects an entrant open, on the narrowest screen.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${service.url}${event}/run?part=people`);
  await page.locator("#entrant-1 summary", { hasText: "Correct" }).click();
  assert.ok(await page.isVisible("#correct-1-rating"));
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.equal(await isTooWide(page), false);
  const visitor = await newPage(PHONE, "fil");
  for (const path of open) {
    await sound(visitor, path, PHONE);
    assert.equal(await visitor.getAttribute("html", "lang"), "fil");
  }
  const large = await newPage(DESKTOP, "en");
  for (const path of open) await sound(large, path, DESKTOP);
});

test("a phone without an account enters results by a link that it is shown once", async () => {
  const page = await newPage(DESKTOP, "en");
  await page.goto(`${service.url}/sign-in`);
  await page.fill("input[name=name]", "Ana Reyes");
  await page.fill("input[name=password]", PASSWORD);
  await enter(page);
  const desk = `${service.url}/events/liga-disyembre-open/run`;
  await page.goto(`${desk}?part=rounds`);
  await send(page, "pair");
  await send(page, "publish");
  await sound(page, "/events/liga-disyembre-open/run?part=stewards", DESKTOP);
  await page.fill("#steward-name", "Bulwagan B");
  await page.fill("#steward-first", "1");
  await page.fill("#steward-last", "3");
  await Promise.all([page.waitForNavigation(), page.click("#steward button")]);
  // The site has no public address here, so that a link has no host for phones to open by its picture.
  assert.equal(await page.locator("svg.qr").count(), 0);
  assert.deepEqual(await accessibilityFaults(page), [], "the link");
  await page.click("[data-copy=link]");
  await page.waitForFunction(() => document.getElementById("link-copied").textContent || getSelection().toString().includes("/hall/"), null, { timeout: 5000 });
  const link = new URL((await page.textContent("code.secret")).trim(), service.url).pathname;
  const phone = await newPage(PHONE, "fil");
  await phone.goto(`${service.url}${link}`);
  await Promise.all([phone.waitForNavigation(), phone.click("main form button")]);
  assert.equal(new URL(phone.url()).pathname, "/hall", "the secret is in no address any more");
  assert.equal(await phone.locator(".hall > li").count(), 3);
  await sound(phone, "/hall", PHONE);
  const small = await phone.locator(".hall li button:visible").evaluateAll((all) => all.filter((one) => one.offsetHeight < 44).length);
  assert.equal(small, 0, "buttons are for thumbs");
  await Promise.all([phone.waitForNavigation(), phone.locator("#table-2 button[value=second]").first().click()]);
  assert.match(await phone.textContent("#table-2"), /0–1/);
  assert.match(await phone.textContent(".done"), /Na-save/);
  await page.goto(`${desk}?part=results`);
  assert.match(await page.locator("#results select").nth(1).locator("option").first().textContent(), /0–1/);
});

test("the big screen goes on by itself, and stands still for who does not want that", async () => {
  const still = await (await browser.newContext({ viewport: DESKTOP, locale: "en", reducedMotion: "reduce" })).newPage();
  await still.goto(`${service.url}/events/liga-disyembre-open/screen`);
  assert.equal(await still.getAttribute("#pause", "aria-pressed"), "true");
  const moving = await newPage(DESKTOP, "en");
  await moving.goto(`${service.url}/events/liga-disyembre-open/screen`);
  assert.equal(await moving.getAttribute("#pause", "aria-pressed"), "false");
  await moving.click("#pause");
  assert.equal(await moving.getAttribute("#pause", "aria-pressed"), "true");
});

test("a club that plays by the Keizer system reads what everybody is worth, and why", async () => {
  const page = await newPage(DESKTOP, "en");
  await page.goto(`${service.url}/sign-in`);
  await page.fill("input[name=name]", "Ana Reyes");
  await page.fill("input[name=password]", PASSWORD);
  await enter(page);
  await page.goto(`${service.url}/organisations/liga/events/new`);
  await page.fill("#new-event-name", "Club");
  await page.fill("#new-event-day", "2026-12-05");
  await page.check('input[name="template"][value="keizer"]');
  await page.fill("#new-event-rounds", "3");
  await send(page, "new-event");
  assert.match(await page.textContent("main"), /Keizer, 3 rounds/);
  await send(page, "new-event");
  const event = new URL(page.url()).pathname.replace(/\/run$/, "");
  await page.fill("#add-lines", EIGHT);
  await send(page, "add");
  await send(page, "add-all");
  await page.goto(`${service.url}${event}/run?part=rounds`);
  await send(page, "begin");
  await send(page, "pair");
  await send(page, "publish");
  await page.goto(`${service.url}${event}/run?part=results`);
  for (const key of ["1", "2", "3", "1"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent === "0");
  await page.goto(`${service.url}${event}/run?part=settings`);
  await page.fill("#keizer-0-top", "30");
  await Promise.all([page.waitForNavigation(), page.locator("#keizer-0 button").click()]);
  await page.goto(`${service.url}${event}?view=standings`);
  assert.match(await page.textContent("main"), /KV[^]*GS/);
  const open = ["", "?view=standings", "/places/1", "/print/standings", "/screen"].map((path) => `${event}${path}`);
  for (const size of [DESKTOP, { width: 320, height: 640 }]) {
    await sound(page, `${event}/run?part=settings`, size);
    for (const path of open) await sound(page, path, size);
  }
  const visitor = await newPage(PHONE, "fil");
  for (const path of open) await sound(visitor, path, PHONE);
});
