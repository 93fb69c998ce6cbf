// A game at a table, on a screen of 360 pixels: an official gives out links, each player submits a set-up on a phone of
// their own, and one device referees, also while the network is away and across restarts of the server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ALL_LOOKS, PHONE, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { moves, plies, tap, until } from "./game.mjs";
import { startService } from "./service.mjs";

const PASSWORD = "tatlong bibe sa ilog";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

const submit = (page, selector) => Promise.all([page.waitForNavigation(), page.locator(selector).first().click()]);

async function signedUp(name) {
  const page = await (await browser.newContext({ viewport: PHONE, locale: "en" })).newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", PASSWORD);
  await submit(page, "#sign-up button");
  return page;
}

/** Who pairs and enters results in a league that has an event, and the event's address. */
async function official() {
  const [owner, page] = [await signedUp("May-ari"), await signedUp("Tagapag-ayos")];
  await owner.goto(`${service.url}/organisations/new`);
  await owner.fill("#new-name", "Liga ng Mesa");
  await owner.fill("#new-place", "Dagupan");
  await submit(owner, "#new button");
  const home = owner.url().split("?")[0];
  await owner.goto(`${home}/officials/add`);
  await owner.fill("#role-account", "Tagapag-ayos");
  await owner.check('#role [name="role"][value="official"]');
  for (const duty of ["pairings", "results"]) await owner.check(`#role [name="duties"][value="${duty}"]`);
  await submit(owner, "#role button");
  await owner.goto(`${home}/records`);
  await owner.check('input[value="face-to-face"]');
  await owner.setInputFiles("#records-records", new URL("../../demo/sample.ggn", import.meta.url).pathname);
  await submit(owner, "#records button");
  const answer = await owner.request.get(`${service.url}/api/v1/events`);
  const { events } = await answer.json();
  await owner.context().close();
  return { page, event: events.find((event) => event.organisation === new URL(home).pathname.split("/").pop()).slug };
}

/** A game at a table between two of the records' players. */
async function made({ page, event }, pace) {
  await page.goto(`${service.url}/events/${event}/plays`);
  const form = page.locator("#making");
  for (const [name, value] of [["round", "1"], ["white", "Sidapa"], ["black", "Pandesal"], ["pace", pace]]) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator('[name="venue"]').selectOption("table");
  await form.locator('[name="disclosure"]').selectOption("game");
  await submit(page, "#making button");
  return service.url + (await page.locator('main a[href^="/play/"]').first().getAttribute("href"));
}

/** A phone without any account that has opened the link of a place. */
async function holder(page, game, place) {
  await page.goto(`${game}/passes`);
  await submit(page, `form:has([value="${place}"]) button`);
  assert.equal(await page.locator("svg.qr").count(), 0, "without a public address a link has no host for a camera");
  const link = await page.textContent("code.secret");
  const phone = await (await browser.newContext({ viewport: PHONE, locale: "en", hasTouch: true })).newPage();
  phone.problems = [];
  phone.on("pageerror", (error) => phone.problems.push(error.message));
  await phone.goto(new URL(link.trim(), service.url).href);
  await submit(phone, "main form button");
  assert.equal(new URL(phone.url()).pathname, "/at");
  return phone;
}

const ranks = (page) => page.locator("main use").evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("href").split("#")[1]))]);

async function sound(page, what) {
  assert.equal(await isTooWide(page), false, `${what}: wider than the window`);
  assert.deepEqual(await accessibilityFaults(page), [], what);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await colorFaults(page), [], `${what} in the dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Taps any step to an empty square; gives it. */
async function step(page) {
  const count = await plies(page);
  const quiet = await page.evaluate(() => document.getElementById("table").dataset.moves.split(" ").find((ply) => !document.querySelector(`#table [data-square="${ply.slice(3)}"]`)));
  await tap(page, quiet);
  return { quiet, count: count + 1 };
}

test("a game is played at a table with one device, cut off in between, and is a record at the end", { timeout: 240_000 }, async () => {
  const arbiter = await official();
  const game = await made(arbiter, "-");
  await arbiter.page.goto(`${game}/passes`);
  await sound(arbiter.page, "passes");
  for (const side of ["white", "black"]) {
    const phone = await holder(arbiter.page, game, side);
    await sound(phone, `${side} deploys`);
    await phone.click('#deploy [data-tool="random"]');
    await submit(phone, "#deployment .primary");
    assert.deepEqual(phone.problems, []);
    await phone.context().close();
  }
  const device = await holder(arbiter.page, game, "device");
  await device.waitForSelector("#table");
  await sound(device, "the device");
  assert.deepEqual(await ranks(device), ["rank-hidden"]);
  for (let played = 0; played < 6; played += 1) await until(device, (await step(device)).count);

  // The network is cut: what is played stays on the device, and is judged when it is back.
  await device.context().setOffline(true);
  const shown = await plies(device);
  for (let played = 0; played < 2; played += 1) {
    const { quiet } = await step(device);
    await device.waitForFunction((square) => document.querySelector(`#table [data-square="${square}"]`), quiet.slice(3));
  }
  await device.waitForFunction(() => /saved here/.test(document.getElementById("said").textContent));
  assert.equal(await plies(device), shown, "nobody has judged them");
  await device.context().setOffline(false);
  await until(device, shown + 2);

  // A slip of the hand is taken back by both.
  await device.locator("#jointly summary").click();
  const slips = device.locator("#jointly form", { has: device.locator('[value^="take-back"]') });
  const undone = await plies(device);
  await slips.first().locator('[name="white"]').check();
  await slips.first().locator('[name="black"]').check();
  await slips.first().locator("button").click();
  await until(device, undone - 1);
  await sound(device, "after a slip");

  const before = await moves(device);
  await device.reload();
  assert.deepEqual(await moves(device), before, "the page anew shows the same");
  await device.locator("#jointly summary").click();
  const draw = device.locator("#jointly form", { has: device.locator('[value="draw"]') });
  await draw.locator('[name="white"]').check();
  await draw.locator('[name="black"]').check();
  await draw.locator("button").click();
  await device.waitForFunction(() => document.getElementById("table")?.dataset.moves === "");
  assert.deepEqual(device.problems, []);

  await arbiter.page.goto(game);
  await sound(arbiter.page, "the official's page");
  const ruling = arbiter.page.locator('form[action$="/ruling"]');
  await ruling.locator('[name="ruling"]').selectOption("confirm");
  await ruling.locator('[name="reason"]').fill("Both have signed the slip.");
  await ruling.locator("button").first().click();
  const record = arbiter.page.locator('a[href^="/games/"]').first();
  await record.waitFor();
  await arbiter.page.goto(service.url + (await record.getAttribute("href")));
  const open = await ranks(arbiter.page);
  assert.ok(open.length > 10 && !open.includes("rank-hidden"), `the record is a whole one: ${open}`);
  await device.context().close();
  await arbiter.page.context().close();
});

test("the table's pages are sound in both languages and sizes", { timeout: 120_000 }, async () => {
  const page = await (await browser.newContext()).newPage();
  for (const look of ALL_LOOKS) {
    const visitor = await (await browser.newContext({ viewport: look.size, locale: look.locale })).newPage();
    await visitor.goto(`${service.url}/at`);
    await sound(visitor, `no pass at ${look.name}`);
    await visitor.context().close();
  }
  await page.context().close();
});
