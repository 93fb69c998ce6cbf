// Rating lists in a real browser: imported, searched, and used at the desk; fit for a small phone in both themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const LISTS = "/organisations/liga/rating-lists";
const DESK = "/events/liga-talaang-open/run";
const FILL = `${DESK}/rating-list`;
const LIST = 'Number,Name,Rating,Born,Sex\n5200001,"Reyes, Ana",2134,2004,F\n5200002,"Cruz, Ben",high,1999,M\n,,1500,,\n';

let browser, service, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await signUp(browser, service.url, "Ana Arbiter", DESKTOP);
  await makeEvent(page, service.url, ["Ana Arbiter", "Talaang Open"], []);
  await page.goto(`${service.url}${DESK}?part=people`);
  await page.fill("#add-lines", "Ana Reyes\nBen Cruz\nCora");
  await press(page, "#add button");
  await press(page, "#add-all button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** Looks at the page as it is on a small phone, in both themes. */
async function isSound(what) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await isTooWide(page), false, `${what}, ${colorScheme}`);
    assert.deepEqual(await accessibilityFaults(page), [], `${what}, ${colorScheme}`);
  }
  await page.setViewportSize(DESKTOP);
}

test("a list is imported, searched, and completes who is registered", async () => {
  await page.goto(service.url + FILL);
  await isSound("no list");
  await page.goto(service.url + LISTS);
  await page.fill("#rating-list-name", "FIDE");
  await page.setInputFiles("#rating-list-file", { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  await press(page, "#rating-list button");
  assert.match(await page.textContent("#imported"), /FIDE: 2 players imported[^]*Line 3[^]*Line 4/);
  await isSound("imported");
  await press(page, `main a[href^="${LISTS}/"]`);
  await page.fill('main input[type="search"]', "ana reyes");
  await press(page, 'main form[role="search"] button');
  assert.match(await page.textContent("main table"), /5200001[^]*2134/);
  await isSound("searched");
  await page.goto(service.url + FILL);
  assert.match(await page.textContent("main table"), /Ana Reyes[^]*rating 2134/);
  await isSound("what would be filled in");
  await press(page, 'main form[method="post"] button');
  assert.match(await page.textContent("main"), /Filled in from the rating list/);
  await page.goto(service.url + FILL);
  assert.match(await page.textContent("main table"), /Cora[^]*not in the list/);
  await isSound("what is left");
});
