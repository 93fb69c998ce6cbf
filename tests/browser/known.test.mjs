// What could be known, in the replay: one piece by pointer, keyboard and without script, shades, ghost view, the table and the ledger.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, faultsInThisLook, isTooWide, startBrowser, visit } from "./browser.mjs";
import { openReplay, parameter, told } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser, address, piece;

before(async () => {
  browser = await startBrowser();
  const game = await firstGame("?termination=flag-captured&min_plies=60");
  address = SITE + game;
  const replay = await (await fetch(`${SITE}/api/v1${game}/replay`)).json();
  piece = replay.pieces.find((one) => one.color === "black").origin;
});

after(() => browser.close());

/** What the page says of what could be known. */
const said = (page) =>
  page.evaluate(() => {
    const text = (element) => element.textContent.replace(/\s+/g, " ").trim();
    const all = (selector) => [...document.querySelectorAll(selector)].map(text);
    const shade = (group) => `${group.getAttribute("class")} ${group.getAttribute("transform")} ${text(group)}`;
    return {
      brief: all("#known-brief"),
      title: all("#known-piece h3"),
      eyes: all("#known-piece .soft"),
      ranks: all("#known-piece li"),
      shades: [...document.querySelectorAll("#board .shade")].map(shade).sort(),
      legend: all("#known-legend"),
      table: all("#known-table tr"),
      notes: all("#known-table .soft"),
      bits: all("#told-white, #told-black"),
      here: document.getElementById("told-here").getAttribute("d"),
    };
  });

/** Tries until it holds: what is fetched comes a little later. */
async function eventually(holds, left = 50) {
  try {
    await holds();
  } catch (fault) {
    if (left === 0) throw fault;
    await new Promise((after) => setTimeout(after, 100));
    await eventually(holds, left - 1);
  }
}

test("page and script say the same of a piece, in every view", async () => {
  for (const look of ["ply=41&view=white&shade=flag", "ply=41&view=black&shade=strength&ghost=1", "ply=41&view=white&shade=flag&prior=learned", "ply=14&view=public", "ply=41&view=revealed&shade=strength"]) {
    const query = `?${look}&piece=${piece}&table=1`;
    const plain = await visit(browser, address + query, { script: false });
    const alive = await openReplay(browser, address, query);
    await alive.page.waitForSelector("#known-piece li");
    const served = await said(plain.page);
    assert.ok(served.ranks.length === 15 && served.table.length > 20, look);
    // Steps there and back again: nothing of it is the server's any more.
    await alive.page.keyboard.press("ArrowLeft");
    await eventually(async () => assert.notDeepEqual(await said(alive.page), served, look));
    await alive.page.keyboard.press("ArrowRight");
    await eventually(async () => assert.deepEqual(await said(alive.page), served, look));
    assert.deepEqual((await told(alive.page)).links, (await told(plain.page)).links, look);
    assert.deepEqual([...alive.problems, ...plain.problems], []);
    await alive.close();
    await plain.close();
  }
});

test("a piece is chosen by keyboard, stays through plies, and is in the address", async () => {
  const { page, problems, close } = await openReplay(browser, address, "?ply=0&view=white");
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.locator(`#board .piece[data-origin="${piece}"]`).focus();
  await page.waitForFunction(() => /%/.test(document.getElementById("known-brief").textContent));
  await page.keyboard.press("Enter");
  await page.waitForSelector("#known-piece li");
  assert.equal(await parameter(page, "piece"), piece);
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.match((await said(page)).eyes[0], /after move 12/));
  assert.equal(requests.filter((path) => path.endsWith("/known")).length < 6, true, "fetched only where something was learnt");
  await page.locator("#known-piece a[data-piece]").click();
  assert.equal(await parameter(page, "piece"), null);
  assert.deepEqual(problems, []);
  await close();
});

test("the pointer shows a piece without choosing it, and nothing is fetched before", async () => {
  const { page, problems, bytes, close } = await openReplay(browser, address, "?ply=30");
  assert.ok(bytes() < 100_000, `${bytes()} bytes`);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name));
  assert.deepEqual(loaded.filter((name) => /knowing|known\?/.test(name)), []);
  const hint = (await said(page)).brief;
  await page.locator("#board .piece:visible").first().hover();
  await page.waitForSelector("#known-piece li", { state: "attached" });
  assert.notDeepEqual((await said(page)).brief, hint);
  await page.mouse.move(5, 5);
  await page.waitForFunction((text) => document.getElementById("known-brief").textContent === text, hint[0]);
  assert.equal(await parameter(page, "piece"), null);
  assert.deepEqual(problems, []);
  await close();
});

test("it is sound on a phone in Filipino and on a large screen, in both themes", async () => {
  for (const [size, locale] of [[PHONE, "fil"], [DESKTOP, "en"]]) {
    const { page, problems, close } = await visit(browser, `${address}?ply=41&view=black&shade=flag&piece=${piece}&table=1`, { size, locale });
    await page.waitForSelector("#known-piece li");
    await page.locator("#tab-ledger").click();
    await page.locator("#ledger details > summary").click();
    assert.deepEqual(await faultsInThisLook(page), []);
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(problems, []);
    await close();
  }
});
