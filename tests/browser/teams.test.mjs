// A team event in a real browser: two captains hand in line-ups, neither sees the other's before both are in, and everybody sees
// the boards then.

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

test("line-ups are sealed until both are in, and then everybody sees the boards", async () => {
  const { url } = service;
  const keeper = await signUp(browser, url, "Ana Reyes", DESKTOP);
  const event = await makeEvent(keeper, url, ["Ana Reyes", "Koponan Cup"], [
    ["template", "team-swiss"], ["entrants", "2"], ["rounds", "1"], ["team-boards", "2"], ["sealed", true],
  ]);
  await keeper.goto(`${url}${event}/run?part=settings`);
  await sound(keeper, "the desk's settings");
  await keeper.fill("#teams-share", "1");
  await press(keeper, "#teams button");
  assert.equal(await keeper.inputValue("#teams-share"), "1");
  await press(keeper, '#settings button[value="open"]');
  const captains = [await signUp(browser, url, "Ben", PHONE, "fil"), await signUp(browser, url, "Cora", DESKTOP)];
  for (const [page, team, members] of [[captains[0], "Agila", "Ben\nDan\nElsa"], [captains[1], "Tikbalang", "Cora\nFe\nGil"]]) {
    await page.goto(`${url}${event}`);
    await page.fill("#team-name", team);
    await page.fill("#team-members", members);
    await press(page, ".team-form button");
  }
  await keeper.goto(`${url}${event}/run?part=rounds`);
  for (const form of ["begin", "pair", "publish"]) await press(keeper, `#${form} button`);

  const [ben, cora] = captains;
  const handIn = async (page, first, second) => {
    await page.goto(`${url}${event}`);
    const boards = page.locator(".line-up select");
    await boards.nth(0).selectOption(first);
    await boards.nth(1).selectOption(second);
    await press(page, ".line-up button");
  };
  await handIn(ben, "2", "0");
  await sound(ben, "a captain's page");
  assert.deepEqual(await ben.locator(".line-up option:checked").allTextContents(), ["Elsa", "Ben"]);
  await cora.goto(`${url}${event}?view=pairings`);
  assert.doesNotMatch(await cora.textContent("main"), /Elsa/, "it is sealed");
  await handIn(cora, "0", "1");
  const visitor = await (await browser.newContext({ viewport: PHONE, locale: "en" })).newPage();
  await visitor.goto(`${url}${event}?view=pairings`);
  await visitor.click(".boards summary");
  assert.match(await visitor.textContent(".boards"), /Elsa/);
  await sound(visitor, "the boards of a match");
});
