// Two players agree on the time of their match in a real browser: one proposes on a phone, the other agrees, an official reads
// how it came to that. The pages are sound at both sizes, in both languages and themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, colorFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
});

after(async () => {
  await browser.close();
  await service.stop();
});

async function sound(page, name) {
  assert.equal(await isTooWide(page), false, name);
  assert.deepEqual(await accessibilityFaults(page), [], name);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await colorFaults(page), [], `${name} in the dark`);
  await page.emulateMedia({ colorScheme: "light" });
}

/** An hour of a day to come in Manila, as a field takes it: two days on. */
function hour(hours) {
  const day = new Date(Date.now() + 8 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${String(hours).padStart(2, "0")}:00`;
}

test("two players agree on a time, and an official reads how", async () => {
  const { url } = service;
  const keeper = await signUp(browser, url, "Ana Reyes", DESKTOP);
  const event = await makeEvent(keeper, url, ["Ana Reyes", "Takdang Laban"], [
    ["template", "round-robin"], ["entrants", "2"], ["games", "online"], ["pace", "600+5"], ["arranged", true], ["window", "9"],
  ]);
  await keeper.goto(`${url}${event}/run?part=settings`);
  await sound(keeper, "the desk's settings");
  await press(keeper, '#settings button[value="open"]');
  const [ben, cora] = [await signUp(browser, url, "Ben", PHONE, "fil"), await signUp(browser, url, "Cora", DESKTOP)];
  for (const page of [ben, cora]) {
    await page.goto(`${url}${event}`);
    await press(page, 'button[value="enter"]');
  }
  await keeper.goto(`${url}${event}/run?part=rounds`);
  for (const form of ["begin", "pair", "publish"]) await press(keeper, `#${form} button`);

  await ben.goto(`${url}/matches`);
  await sound(ben, "one's own matches");
  await press(ben, ".rows a");
  await ben.fill("#propose-1", hour(20));
  await ben.fill("#propose-2", hour(21));
  await press(ben, "#propose button");
  assert.equal(await ben.locator('#arrange button[value="take-back"]').count(), 2);
  await sound(ben, "a match that is to be agreed on");

  await cora.goto(`${url}${event}/matches/1-1-1`);
  assert.match(await cora.textContent("#arrange"), /Proposed by Ben/);
  await press(cora, '#arrange button[value="propose"]');
  assert.match(await cora.textContent("h1"), /agreed/);
  assert.match(await cora.textContent("main"), /starts here automatically/);
  await sound(cora, "a match that is agreed on");

  await keeper.goto(`${url}${event}/matches/1-1-1`);
  assert.match(await keeper.textContent(".trail"), /Ben proposed .*20:00.*, .*21:00.*Cora proposed .*20:00.*Agreed: .*20:00/s);
  await sound(keeper, "the dossier");
  const visitor = await (await browser.newContext({ viewport: PHONE, locale: "en" })).newPage();
  await visitor.goto(`${url}${event}/matches/1-1-1`);
  assert.doesNotMatch(await visitor.textContent("main"), /21:00/, "what was proposed is theirs");
  await sound(visitor, "a match for everybody");
});
