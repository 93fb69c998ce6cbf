// What concerns a whole event at its desk in a real browser: fees, a new name, cancelling and deleting.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const EVENT = "/events/liga-bayad-open";
const RUN = `${EVENT}/run`;
let browser, service, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await signUp(browser, service.url, "Ana Reyes", DESKTOP);
  await makeEvent(page, service.url, ["Ana Reyes", "Bayad Open"], []);
});

after(async () => {
  await browser.close();
  await service.stop();
});

const main = () => page.locator("main").innerText();
const settings = () => page.goto(`${service.url}${RUN}?part=settings`);

/** At both ends of the sizes, dark and light, the page fits and axe finds nothing. */
async function looksWell(name) {
  for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    assert.equal(await isTooWide(page), false, `${name} ${width}`);
    assert.deepEqual(await accessibilityFaults(page), [], `${name} ${width}`);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test("payments are typed name by name, and the totals follow", async () => {
  await settings();
  await page.fill("#settle-fee-amount", "75.5");
  await page.fill("#settle-fee-currency", "PHP");
  await press(page, "#settle button");
  await page.goto(`${service.url}${RUN}`);
  await page.fill("#add-lines", Array.from({ length: 4 }, (_, at) => `Manlalaro ${at + 1}`).join("\n"));
  await press(page, "#add button");
  await press(page, "#add-all button");
  await page.getByRole("link", { name: "Fees" }).click();
  await page.getByLabel("Amount paid: Manlalaro 2").fill("75.50");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#fee-2$/);
  assert.match(await main(), /Paid\s*1 of 4\s*Received\s*75\.50 PHP\s*Still to be paid\s*226\.50 PHP/);
  await page.getByLabel("Amount paid: Manlalaro 3").fill("lots");
  await page.keyboard.press("Enter");
  await page.locator(".faults").waitFor();
  assert.equal(await page.getByLabel("Amount paid: Manlalaro 3").inputValue(), "lots");
  await looksWell("fees");
});

test("what is typed in other sections stays while one is saved, and is told to be unsaved", async () => {
  await settings();
  await page.fill("#details-description", "Sampung round.");
  await page.check("#settle-check-in");
  await page.fill("#timetable-place", "Bulwagan ng Baguio");
  await press(page, "#timetable .sends button");
  assert.equal(await page.inputValue("#timetable-place"), "Bulwagan ng Baguio");
  assert.equal(await page.inputValue("#details-description"), "Sampung round.");
  assert.equal(await page.isChecked("#settle-check-in"), true);
  assert.match(await page.innerText("#unsaved"), /^Not saved yet: .+, .+$/);
  assert.equal(await page.locator("#details .unsaved, #settle .unsaved").count(), 2);
  assert.equal(await page.locator("#timetable .unsaved").count(), 0);
  await looksWell("unsaved");
  await page.locator("#settle .unsaved button").click();
  assert.equal(await page.isChecked("#settle-check-in"), false);
  await press(page, "#details .sends button");
  assert.equal(await page.innerText("#unsaved"), "");
  assert.equal(await page.inputValue("#details-description"), "Sampung round.");
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
});

test("a new name and a cancellation are on the event's page at once", async () => {
  await settings();
  await looksWell("settings");
  await page.fill("#edit-name", "Bayad Cup");
  await press(page, "#edit button");
  await page.fill("#cancel-reason", "Bumaha sa bulwagan");
  await page.check("#cancel-sure");
  await press(page, "#cancel button");
  assert.match(await main(), /The event is cancelled\./);
  await page.goto(`${service.url}${EVENT}`);
  assert.match(await main(), /Bayad Cup\s*cancelled\s*This event is cancelled: Bumaha sa bulwagan/);
  await looksWell("cancelled");
});

test("the event is deleted by typing its name", async () => {
  await settings();
  await page.fill("#delete-name", "Bayad Cup");
  await press(page, "#delete button");
  assert.match(await main(), /The event is deleted\./);
  assert.equal((await page.goto(`${service.url}${EVENT}`)).status(), 404);
});
