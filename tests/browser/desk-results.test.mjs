// Results at the desk in a real browser: one key each and no "Save", by the number of the table, on a phone, without network,
// and with another official at the same table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { PASSWORD, makeEvent, press } from "./people.mjs";
import { startService } from "./service.mjs";

const TABLES = 28;
const RUN = "/events/liga-malaking-open/run";

let browser, service, official;

const newContext = (more = {}) => browser.newContext({ viewport: DESKTOP, locale: "en", ...more });
const saved = (page) => page.waitForFunction(() => document.getElementById("results")?.dataset.unsent === "0");
const row = (page, table) => page.locator(`.results li:has(select[data-table="${table}"])`);
const stands = async (page, table) => (await row(page, table).locator("option").first().textContent()).trim();
const type = async (page, keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function openResults(page) {
  await page.goto(`${service.url}${RUN}?part=results`);
  await page.waitForFunction(() => document.getElementById("results").dataset.unsent !== undefined);
}

async function nextRound(page) {
  await page.goto(`${service.url}${RUN}?part=rounds`);
  await press(page, "#pair button");
  await press(page, "#publish button");
  await openResults(page);
}

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  official = await newContext();
  const page = await official.newPage();
  await page.goto(`${service.url}/sign-up`);
  await page.fill("#sign-up-name", "Ana Reyes");
  await page.fill("#sign-up-password", PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await makeEvent(page, service.url, ["Ana Reyes", "Malaking Open"], []);
  await page.goto(`${service.url}${RUN}`);
  const names = Array.from({ length: 2 * TABLES }, (_, at) => `Manlalaro ${String(at + 1).padStart(2, "0")}; ${1900 - at}`);
  await page.fill("#add-lines", names.join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.goto(`${service.url}${RUN}?part=rounds`);
  await press(page, "#begin button");
  await page.close();
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("28 results take 28 keys, and nobody presses Save", async () => {
  const page = await official.newPage();
  await nextRound(page);
  assert.match(page.url(), /stage=1&round=1$/, "the page stays at its round");
  const keys = Array.from({ length: TABLES }, (_, at) => ["1", "2", "3", "="][at % 4]);
  await type(page, keys);
  await saved(page);
  assert.ok(keys.length <= 28);
  assert.equal(await page.isVisible("#results button.primary"), false, "there is nothing to save");
  const others = await (await newContext()).newPage();
  await others.goto(`${service.url}/events/liga-malaking-open?view=pairings`);
  const marks = await others.locator(".pairings").allTextContents();
  assert.equal(marks.join(" ").match(/1–0|0–1|½–½/g).length, TABLES);
  assert.deepEqual([await stands(page, 1), await stands(page, 2), await stands(page, 3), await stands(page, 28)], ["1–0", "0–1", "½–½", "½–½"]);
  // The last result leads on: the next round can be paired from here, without a reload.
  await page.locator("#results-after button[value=pair]").waitFor();
  assert.match(await page.textContent("#results-open"), /All results are in/);
  // The own last result is taken back by a key, and entered anew; Enter by habit skips no row.
  await page.locator('select[data-table="28"]').focus();
  await type(page, ["u"]);
  await saved(page);
  assert.equal(await stands(page, 28), "–");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.table), "28");
  await type(page, ["2", "Enter"]);
  await saved(page);
  assert.equal(await stands(page, 28), "0–1");
  await page.close();
});

test("slips come in any order: the number of a table, Enter, and one key", async () => {
  const page = await official.newPage();
  await nextRound(page);
  const order = Array.from({ length: TABLES }, (_, at) => ((at * 11) % TABLES) + 1);
  await page.keyboard.press("*");
  let keys = 0;
  for (const table of order) {
    await page.keyboard.type(String(table));
    await page.keyboard.press("Enter");
    await page.keyboard.press(table % 2 ? "1" : "2");
    keys += 1;
  }
  await saved(page);
  assert.ok(keys <= 28, "one key a result beside the number of its table");
  for (const table of [1, 2, 17, 28]) assert.equal(await stands(page, table), table % 2 ? "1–0" : "0–1");
  await page.fill("#to-table", "99");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#results-status"), /No table 99/);
  // A correction asks for its reason in the row.
  await page.fill("#to-table", "17");
  await type(page, ["Enter", "3"]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "why-now");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.press("Enter");
  assert.equal(await page.isVisible("#why-now"), true, "without a reason it is not sent");
  assert.match(await page.textContent("#why-fault"), /^Give a reason/);
  assert.equal(await page.getAttribute("#why-now", "aria-invalid"), "true");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.keyboard.type("slip misread");
  assert.equal(await page.textContent("#why-fault"), "", "it is there now");
  await page.keyboard.press("Enter");
  await saved(page);
  assert.equal(await stands(page, 17), "½–½");
  await page.fill("#to-table", "17");
  await type(page, ["Enter", "1", "Escape"]);
  assert.equal(await stands(page, 17), "½–½", "who cancels changes nothing");
  await page.close();
});

test("without network results stay on the device, and are sent when it is back", async () => {
  let page = await official.newPage();
  await nextRound(page);
  await official.setOffline(true);
  await type(page, ["1", "2", "3"]);
  await page.waitForFunction(() => document.getElementById("results-waiting").textContent.startsWith("3 not sent yet"));
  assert.match(await row(page, 1).textContent(), /Not sent yet/);
  const asked = [];
  page.on("dialog", (dialog) => { asked.push(dialog.type()); return dialog.accept(); });
  await page.close({ runBeforeUnload: true });
  await page.waitForEvent("close");
  assert.deepEqual(asked, ["beforeunload"], "who leaves is warned");
  await official.setOffline(false);
  page = await official.newPage();
  await openResults(page);
  await saved(page);
  assert.deepEqual([await stands(page, 1), await stands(page, 2), await stands(page, 3)], ["1–0", "0–1", "½–½"]);
  // An answer that is lost: what is sent again stands already.
  let lost = 0;
  await page.route("**/run/results", async (route) => {
    if (route.request().method() !== "POST" || lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.locator('select[data-table="4"]').focus();
  await type(page, ["1"]);
  await saved(page);
  assert.ok(lost >= 1);
  assert.equal(await stands(page, 4), "1–0");
  await page.close();
});

test("of two officials the slower one sees what stands, and decides", async () => {
  const page = await official.newPage();
  await openResults(page);
  const state = await official.storageState();
  const second = await newContext({ storageState: { ...state, origins: [] } });
  const other = await second.newPage();
  await openResults(other);
  // What one enters appears at the other's without a reload.
  await page.locator('select[data-table="10"]').focus();
  await type(page, ["1"]);
  await other.waitForFunction(() => document.querySelector('select[data-table="10"]').options[0].textContent === "1–0");
  await second.setOffline(true);
  for (const table of [11, 12]) {
    await other.locator(`select[data-table="${table}"]`).focus();
    await type(other, ["3"]);
    await page.locator(`select[data-table="${table}"]`).focus();
    await type(page, ["2"]);
  }
  await saved(page);
  await second.setOffline(false);
  await row(other, 12).getByText("Ana Reyes entered 0–1.").waitFor();
  assert.deepEqual(await accessibilityFaults(other), []);
  await row(other, 11).getByRole("button", { name: "Keep 0–1" }).click();
  assert.equal(await stands(other, 11), "0–1");
  await row(other, 12).getByRole("button", { name: "Enter ½–½" }).click();
  await other.keyboard.type("both signed a draw");
  await other.keyboard.press("Enter");
  await saved(other);
  assert.equal(await stands(other, 12), "½–½");
  await page.waitForFunction(() => document.querySelector('select[data-table="12"]').options[0].textContent === "½–½");
  await second.close();
  await page.close();
});

test("who is signed out meanwhile signs in again in another tab, and loses nothing", async () => {
  const page = await official.newPage();
  await openResults(page);
  await official.clearCookies();
  await page.locator('select[data-table="13"]').focus();
  await type(page, ["1", "2"]);
  await page.waitForFunction(() => /sign in again/.test(document.getElementById("results-waiting").textContent));
  const tab = await official.newPage();
  await tab.goto(`${service.url}/sign-in`);
  await tab.fill("input[name=name]", "Ana Reyes");
  await tab.fill("input[name=password]", PASSWORD);
  await Promise.all([tab.waitForNavigation(), tab.keyboard.press("Enter")]);
  await tab.close();
  await saved(page);
  assert.deepEqual([await stands(page, 13), await stands(page, 14)], ["1–0", "0–1"]);
  assert.equal(await page.textContent("#results-waiting"), "");
  await page.close();
});

test("a result whose table was paired anew is shown until somebody discards it", async () => {
  const before = await official.newPage();
  await openResults(before);
  await before.route("**/run/results", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await before.locator('select[data-table="15"]').focus();
  await type(before, ["1"]);
  // As if others sat there now.
  await before.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith("results "));
    const [item] = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify([{ ...item, game: "14.0.998.999" }]));
  });
  await before.close();
  const page = await official.newPage();
  await openResults(page);
  await page.locator("#results-lost", { hasText: "Table 15: 1–0 was not saved" }).waitFor();
  assert.equal(await stands(page, 15), "–");
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.locator("#results-lost button").click();
  await saved(page);
  assert.equal(await page.locator("#results-lost li").count(), 0);
  await page.close();
});

test("a phone has large buttons for the table at hand", async () => {
  const state = await official.storageState();
  const phone = await newContext({ storageState: { ...state, origins: [] }, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const page = await phone.newPage();
  await openResults(page);
  assert.equal(await page.isVisible("#pad"), true);
  const first = await page.textContent("#pad-table");
  assert.equal(first, "5", "the first one without a result");
  const sizes = await page.locator("#pad-results button").evaluateAll((all) => all.map((one) => one.offsetHeight));
  assert.ok(sizes.length === 6 && sizes.every((height) => height >= 44), String(sizes));
  await page.locator("#pad-results button[value=drawn]").tap();
  assert.equal(await page.textContent("#pad-table"), "6", "it goes on by itself");
  await page.fill("#to-table", "20");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#pad-table"), "20");
  await page.locator("#pad-results button[value=first-absent]").tap();
  await saved(page);
  assert.deepEqual([await stands(page, 5), await stands(page, 20)], ["½–½", "− +"]);
  assert.equal(await isTooWide(page), false);
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await colorFaults(page), []);
  await phone.close();
});
