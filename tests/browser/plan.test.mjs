// The plan of an event, its files, and the desk without network, in a real browser: added to and saved by keys, and fit for
// a small phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const RUN = "/events/liga-planadong-open/run";

let browser, service, page;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  page = await signUp(browser, service.url, "Ana Reyes", DESKTOP);
  await makeEvent(page, service.url, ["Ana Reyes", "Planadong Open"], []);
});

after(async () => {
  await browser.close();
  await service.stop();
});

test("a stage is added, joined to the first, and saved; only the fields of its system are shown", async () => {
  await page.goto(`${service.url}${RUN}/plan`);
  assert.equal(await page.isVisible('[id="1-rounds"]'), true);
  assert.equal(await page.isVisible('[id="1-groups"]'), false);
  await page.selectOption('[id="1-system"]', "round-robin");
  assert.equal(await page.isVisible('[id="1-groups"]'), true);
  assert.equal(await page.isVisible('[id="1-rounds"]'), false);
  await page.fill('[id="1-groups"]', "4");
  await press(page, 'button[value="add"]');
  assert.equal(await page.locator(".plan-stage").count(), 2);
  await page.selectOption('[id="2-draw"]', "cross-over");
  await page.fill('[id="2-count"]', "2");
  await page.focus('[id="2-count"]');
  await press(page, 'button[value="look"]');
  assert.equal(await page.locator("#schedule tbody tr").count(), 2);
  assert.deepEqual(await accessibilityFaults(page), []);
  await press(page, 'button[value="save"]');
  assert.match(await page.textContent("main"), /Plan saved/);
});

test("plan, files and the desk without network fit a small phone in both themes", async () => {
  for (const path of [`${RUN}/plan`, `${RUN}/copy`, "/events/liga-planadong-open/files"]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${service.url}${path}`);
      assert.equal(await isTooWide(page), false, `${path}, ${colorScheme}`);
      assert.deepEqual(await accessibilityFaults(page), [], `${path}, ${colorScheme}`);
    }
  }
});
