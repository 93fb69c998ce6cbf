// The replay: keys, the knowledge switch, a piece's life, and stepping without a shift.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, startBrowser } from "./browser.mjs";
import { openReplay, parameter, pieces, place, told, view } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

const source = readFileSync(new URL("../../static/js/replay/model.js", import.meta.url), "utf8");
const { life, positions } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

let browser, address, length;

before(async () => {
  browser = await startBrowser();
  address = SITE + (await firstGame("?termination=flag-captured"));
});

after(() => browser.close());

async function open(query = "?ply=0", options = {}) {
  const visited = await openReplay(browser, address, query, options);
  length = visited.length;
  return visited;
}

test("each key goes where it should, and the address goes with it", async () => {
  const { page, problems, close } = await open();
  const steps = [
    ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["PageDown", 11], ["PageUp", 1],
    ["PageUp", 0], ["ArrowLeft", 0], ["End", length], ["ArrowRight", length], ["Home", 0],
  ];
  for (const [key, ply] of steps) {
    await page.keyboard.press(key);
    assert.equal(await place(page), ply, key);
    assert.equal(await page.locator("#slider").inputValue(), String(ply), key);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("space plays and pauses", async () => {
  const { page, close } = await open();
  await page.selectOption("#speed", "8");
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("slider").value) >= 3);
  await page.keyboard.press("Space");
  const stopped = await place(page);
  await page.waitForTimeout(600);
  assert.equal(await place(page), stopped);
  await close();
});

test("f turns the board round and back", async () => {
  const { page, close } = await open("?ply=5");
  const before = await pieces(page);
  await page.keyboard.press("f");
  assert.notDeepEqual(await pieces(page), before);
  assert.equal(await parameter(page, "flip"), "1");
  await page.keyboard.press("f");
  assert.deepEqual(await pieces(page), before);
  await close();
});

test("the buttons step like the keys", async () => {
  const { page, close } = await open("", { size: { width: 1920, height: 1080 } });
  for (const [go, ply] of [["next", 1], ["on10", 11], ["back10", 1], ["previous", 0], ["last", length], ["first", 0]]) {
    await page.locator(`[data-go="${go}"]`).first().click();
    assert.equal(await place(page), ply, go);
  }
  await close();
});

/** Whether the list of moves is scrolled to the current one. */
const isMoveInView = (page) =>
  page.evaluate(() => {
    const [move, list] = [".moves [aria-current]", ".moves"].map((one) => document.querySelector(one).getBoundingClientRect());
    return list.height > 0 && move.top >= list.top && move.bottom <= list.bottom;
  });

test("a link to a ply and a view shows just that", async () => {
  const stepped = await open("?ply=0&view=public");
  for (let n = 0; n < 20; n += 1) await stepped.page.keyboard.press("ArrowRight");
  const linked = await open("?ply=20&view=public");
  assert.deepEqual(await pieces(linked.page), await pieces(stepped.page));
  await stepped.close();
  const late = await open(`?ply=${length}&view=public`);
  for (const { page } of [linked, late]) assert.ok(await isMoveInView(page), "the current move is in view");
  await late.close();
  await linked.close();
});

test("the knowledge switch changes what is known, at any ply, and stays in the address", async () => {
  const { page, close } = await open("?ply=10&view=revealed");
  const hidden = async () => (await pieces(page)).filter((piece) => piece.endsWith("rank-hidden")).length;
  assert.equal(await hidden(), 0);
  const expected = [["white", 21], ["black", 21], ["public", 42], ["revealed", 0]];
  for (const [name, most] of expected) {
    await page.locator(`.switch [data-view="${name}"]`).click();
    assert.equal(await view(page), name);
    assert.equal(await place(page), 10);
    const now = await hidden();
    assert.ok(most === 0 ? now === 0 : now > most - 10 && now <= most, `${name} hides ${now}`);
  }
  await page.locator(`.switch [data-view="black"]`).click();
  await page.reload({ waitUntil: "load" });
  assert.equal(await view(page), "black");
  assert.ok((await hidden()) > 0);
  await close();
});

test("a hidden piece has one and the same markup, but for its place", async () => {
  const { page, close } = await open("?ply=12&view=public");
  const standing = page.locator("#board .piece:visible");
  const markups = await standing.evaluateAll((groups) => groups.map((group) => `${group.classList[1]} ${group.innerHTML}`));
  assert.equal(new Set(markups).size, 2, "one for each side");
  const labels = await standing.evaluateAll((groups) =>
    groups.map((group) => group.getAttribute("aria-label").replace(/[a-i][1-8]/, "")),
  );
  assert.equal(new Set(labels).size, 2, "one for each side");
  await close();
});

test("stepping through the whole game shifts nothing", async () => {
  for (const size of [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }, DESKTOP]) {
    const { page, shifts, shifted, close, problems } = await open("?ply=0&view=revealed", { size });
    for (let n = 0; n < Math.min(length, 120); n += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await page.waitForTimeout(300);
    // A ten-thousandth of the window is nothing that anybody sees; under load a frame has been counted with half of that.
    assert.ok((await shifts()) < 0.0001, `at ${size.width} px: ${await shifts()}, ${(await shifted()).join("; ")}`);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("on a desk the whole board is in sight together with all that one steers by", async () => {
  for (const [width, height] of [[768, 1024], [1024, 768], [1280, 800], [1280, 1000], [1920, 1080]]) {
    for (const locale of ["en", "fil"]) {
      const { page, close } = await open("?ply=60&view=revealed", { size: { width, height }, locale });
      for (const what of ["#board", "#slider", '[data-go="first"]', '[data-go="last"]', "#play", "[data-flip]", '.switch [data-view="public"]']) {
        const box = await page.locator(what).first().boundingBox();
        const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        assert.ok(inside, `${what} at ${width}×${height} in ${locale}: ${JSON.stringify(box)}`);
      }
      const board = await page.locator("#board").boundingBox();
      assert.ok(board.width >= 400, `a board to look at: ${board.width}`);
      await close();
    }
  }
});

test("the table and the log are in step with the board", async () => {
  const { page, close } = await open("?ply=7&view=revealed");
  for (let n = 0; n < 15; n += 1) {
    await page.keyboard.press("ArrowRight");
    const standing = (await pieces(page)).length;
    const inTable = await page.locator("#board-table td[data-square]").evaluateAll((cells) =>
      cells.filter((cell) => cell.textContent.trim() !== "·").length,
    );
    assert.equal(inTable, standing);
    const move = await page.locator(`#ply-${await place(page)}`).textContent();
    const [from, to] = move.match(/[a-i][1-8]/g);
    const said = await page.locator("#said").textContent();
    assert.ok(said.includes(from) && said.includes(to), `${move}: ${said}`);
  }
  await close();
});

test("a click on a piece tells its life, and moves nothing else", async () => {
  const { page, close } = await open("?ply=0&view=revealed");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const replay = await page.locator("#replay-data").evaluate((element) => JSON.parse(element.textContent));
  const boards = positions(replay);
  // The one with most to tell of those that stand, and of those that have fallen.
  for (const where of ["#board", ".graveyard"]) {
    const origins = await page.locator(`${where} .piece:visible:not(.ghost)`).evaluateAll((all) => all.map((one) => one.dataset.origin));
    const fights = (origin) => life(replay, boards, origin).challenges.length;
    const origin = origins.sort((a, b) => fights(b) - fights(a))[0];
    await page.locator(`${where} .piece[data-origin="${origin}"]:visible`).click();
    const told = await page.textContent("#life");
    const { path, challenges, fate, square } = life(replay, boards, origin);
    for (const step of path) assert.ok(told.includes(step.square), `${told} goes by ${step.square}`);
    for (const fight of challenges) assert.match(told, new RegExp(`\\b${fight.ply}\\b`));
    assert.match(told, new RegExp(`\\b${fate ? fate.ply : square}\\b`), "its fate");
    assert.equal(await place(page), length - 1);
  }
  await close();
});

test("without script each ply is a page of its own, with the same board", async () => {
  const { page, close } = await open("?ply=0&view=revealed", { script: false });
  for (let n = 1; n <= 3; n += 1) {
    await page.locator('[data-go="next"]').first().click();
    await page.waitForLoadState();
    assert.equal(await place(page), n);
  }
  await page.locator('.switch [data-view="public"]').click();
  await page.waitForLoadState();
  assert.equal(await place(page), 3);
  assert.equal(await view(page), "public");
  const scripted = await open("?ply=3&view=public");
  const table = (p) => p.locator("#board-table td[data-square]").allTextContents();
  assert.deepEqual((await table(page)).map((t) => t.trim()), (await table(scripted.page)).map((t) => t.trim()));
  await close();
  await scripted.close();
});

test("at any ply, in any view and from either side the script tells what the server tells", async () => {
  const scripted = await open("?ply=0&view=revealed");
  const served = await open("?ply=0&view=revealed", { script: false });
  for (const name of ["revealed", "white", "black", "public"]) {
    await scripted.page.locator(`.switch [data-view="${name}"]`).click();
    for (const flip of [0, 1]) {
      for (const key of ["Home", "ArrowRight", "PageDown", "PageDown", "PageDown", "End", "ArrowLeft"]) {
        await scripted.page.keyboard.press(key);
        const query = await scripted.page.evaluate(() => location.search);
        await served.page.goto(address + query);
        assert.deepEqual(await told(scripted.page), await told(served.page), query);
      }
      await scripted.page.keyboard.press("f");
      assert.equal(await scripted.page.evaluate(() => location.search.includes("flip=")), flip === 0);
    }
  }
  assert.deepEqual(scripted.problems, []);
  await scripted.close();
  await served.close();
});
