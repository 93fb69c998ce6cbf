// Fair play of an event in a real browser: what is unusual, a case, its decision, and a player's report.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, accessibilityFaults, isTooWide, startBrowser } from "./browser.mjs";
import { makeEvent, press, signUp } from "./people.mjs";
import { startService } from "./service.mjs";

const EVENT = "/events/liga-patas-open";
const AREA = `${EVENT}/run/fair-play`;
let browser, service, keeper, player;

before(async () => {
  browser = await startBrowser();
  service = await startService({ env: { ADJUTANT_ORGANISATIONS: "anyone" } });
  player = await signUp(browser, service.url, "Berto", DESKTOP);
  await (await signUp(browser, service.url, "Manlalaro 2", DESKTOP)).context().close();
  keeper = await signUp(browser, service.url, "Lea Arbiter", DESKTOP);
  await makeEvent(keeper, service.url, ["Lea Arbiter", "Patas Open"], []);
  await keeper.goto(`${service.url}${EVENT}/run`);
  await keeper.fill("#add-lines", "Berto\nManlalaro 2\nManlalaro 3");
  await press(keeper, "#add button");
  await press(keeper, "#add-all button");
});

after(async () => {
  await browser.close();
  await service.stop();
});

const main = (page) => page.locator("main").innerText();

/** At both ends of the sizes, dark and light, the page fits and axe finds nothing. */
async function looksWell(page, name) {
  for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    assert.equal(await isTooWide(page), false, `${name} ${width}`);
    assert.deepEqual(await accessibilityFaults(page), [], `${name} ${width}`);
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test("a player reports, an official decides by keyboard, and the player concerned appeals", async () => {
  await player.goto(service.url + EVENT);
  await press(player, `main a[href="${EVENT}/report"]`);
  await player.fill('#report textarea[name="entrants"]', "Manlalaro 2\n3");
  await player.fill('#report textarea[name="words"]', "They moved each other's pieces.");
  await looksWell(player, "report");
  await press(player, "#report button");
  assert.match(await main(player), /Your report was sent to the officials/);

  await keeper.goto(`${service.url}${EVENT}/run?part=settings`);
  await press(keeper, `main a[href="${AREA}"]`);
  assert.match(await main(keeper), /Nothing unusual was found/);
  await keeper.fill('#case textarea[name="entrants"]', "Berto");
  await keeper.fill('#case input[name="tables"]', "nowhere");
  await keeper.fill('#case textarea[name="words"]', "He came with a phone.");
  await press(keeper, "#case button");
  assert.match(await main(keeper), /“nowhere” is no table/);
  await looksWell(keeper, "fair-play");
  await keeper.fill('#case input[name="tables"]', "");
  await press(keeper, "#case button");
  assert.match(await main(keeper), /Case 2\s*Open\s*The case is open\./i);
  await keeper.locator('#decide input[value="warning"]').focus();
  await keeper.keyboard.press("Space");
  await keeper.keyboard.press("Tab");
  await keeper.keyboard.type("Phones stay outside.");
  await keeper.keyboard.press("Tab");
  await keeper.keyboard.press("Tab");
  await Promise.all([keeper.waitForNavigation(), keeper.keyboard.press("Enter")]);
  assert.match(await main(keeper), /Decided by Lea Arbiter: Warning\s[^]*Phones stay outside\./);
  await looksWell(keeper, "case");

  await player.goto(`${service.url}${EVENT}/report`);
  assert.match(await main(player), /Cases about you\s*Case 2/);
  await press(player, `main a[href="${EVENT}/cases/2"]`);
  await looksWell(player, "own-case");
  await player.fill("#appeal textarea", "It was my clock.");
  await press(player, "#appeal button");
  assert.match(await main(player), /Your appeal was sent[^]*Appealed by you/);
});

/** The first game of the demonstration as a record of this event's first table. */
function record(white, black) {
  const text = readFileSync(new URL("../../demo/sample.ggn", import.meta.url), "utf8");
  const named = { Event: "Patas Open", Round: "1", White: white, Black: black };
  return text.slice(0, text.indexOf("\n[Event", 10)).replaceAll(/^\[(\w+) ".*"\]$/gm, (line, name) => (name in named ? `[${name} "${named[name]}"]` : line));
}

test("an official has an event's games analyzed, and reads how like the computer each player played", async () => {
  await keeper.setViewportSize(DESKTOP);
  await keeper.goto(`${service.url}${EVENT}/run?part=rounds`);
  await press(keeper, "#begin button");
  await press(keeper, "#pair button");
  await press(keeper, "#publish button");
  const { stages } = await (await fetch(`${service.url}/api/v1${EVENT}/contest`)).json();
  const { names, next } = stages[0].rounds[0].tables[0];
  const [white, black] = next.first === "white" ? names : names.toReversed();
  await keeper.goto(`${service.url}/organisations/liga/records`);
  await keeper.check('#records input[value="face-to-face"]');
  await keeper.setInputFiles("#records-records", { name: "round-1.ggn", mimeType: "text/plain", buffer: Buffer.from(record(white, black)) });
  await press(keeper, "#records button");
  await keeper.goto(`${service.url}${EVENT}/run?part=results`);
  await keeper.waitForFunction(() => document.getElementById("results")?.dataset.unsent !== undefined);
  await keeper.locator('select[data-table="1"]').focus();
  await keeper.keyboard.press("2");
  await keeper.waitForFunction(() => document.getElementById("results")?.dataset.unsent === "0");
  await keeper.goto(service.url + AREA);
  assert.match(await main(keeper), /between people: 1\. Analyzed: 0\. Waiting: 0\./);
  assert.equal(await keeper.locator("#likeness ~ * table").count(), 0, "there is nothing to compare yet");
  await press(keeper, `form[action="${AREA}/analyses"] button`);
  assert.match(await main(keeper), /The games are queued for analysis/);
  const until = Date.now() + 180_000;
  while (!/Analyzed: 1\./.test(await main(keeper))) {
    assert.ok(Date.now() < until, "it is analyzed in time");
    await keeper.waitForTimeout(300);
    await keeper.goto(service.url + AREA);
  }
  const rows = await keeper.locator("#likeness ~ * tbody th").allInnerTexts();
  assert.deepEqual(rows.map((name) => name.trim()).sort(), [white, black].sort());
  assert.equal(await keeper.locator(`form[action="${AREA}/analyses"]`).count(), 0, "there is nothing left to ask for");
  await looksWell(keeper, "likeness");
  await keeper.setViewportSize(DESKTOP);
  const answer = await player.goto(service.url + AREA);
  assert.equal(answer?.status(), 403, "whose games they are reads nothing of it");
});
