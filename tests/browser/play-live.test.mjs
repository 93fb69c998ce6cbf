// A live game answers at once: a move reaches the other browser by its event, lost connections and absent players show, offers
// are answered in place, and the end is told from the reader's side.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startBrowser } from "./browser.mjs";
import { begin, deploy, meet, moves, playOn, plies, somebody, tap, until } from "./game.mjs";
import { startService } from "./service.mjs";

/** In milliseconds, at the median: far below what a page needs that asks by itself, and above what a busy machine takes. */
const REACH = 150;
const WIDE = { width: 1280, height: 800 };
const TALL = { width: 360, height: 780 };

let browser, service;

before(async () => {
  browser = await startBrowser();
  service = await startService();
});

after(async () => {
  await browser.close();
  await service.stop();
});

/** Two who have begun a game: who has the first ply, and the other. */
async function begun(names, options = {}) {
  const [ana, ben] = [await somebody(browser, names[0], options, service.url), await somebody(browser, names[1], options, service.url)];
  await meet(ana, ben);
  return begin(ana, ben);
}

const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.problems.filter((problem) => !/ERR_|Failed to (load|fetch)|net::/.test(problem)), []);
    await page.context().close();
  }
};

/** A ply to an empty square, so that the game goes on. */
const quiet = (page) => page.evaluate(() => {
  const table = document.getElementById("table");
  const all = table.dataset.moves.split(" ").filter((ply) => !table.querySelector(`[data-square="${ply.slice(3)}"]`));
  return all[Math.floor(Math.random() * all.length)];
});

const line = (page) => page.getAttribute("#line", "data-state");
const lineBecomes = (page, state, timeout) => page.waitForFunction((wanted) => document.getElementById("line").dataset.state === wanted, state, { timeout });

test("a move reaches the other browser by its event alone, and fast", { timeout: 120_000 }, async () => {
  const [first, second] = await begun(["Dapitan", "Dumaguete"]);
  for (const page of [first, second]) {
    await page.evaluate(() => {
      window.times = [];
      const now = () => performance.timeOrigin + performance.now();
      addEventListener("pointerup", () => { window.pressed = now(); }, true);
      new MutationObserver(() => {
        const count = document.querySelectorAll(".plies .ply").length;
        if (count > window.times.length) window.times.push(now());
      }).observe(document.getElementById("play"), { subtree: true, childList: true });
    });
  }
  const taken = [];
  let asked = 0;
  for (let number = 0; number < 24; number += 1) {
    const [mover, watcher] = number % 2 === 0 ? [first, second] : [second, first];
    await mover.waitForFunction(() => document.getElementById("table").dataset.moves !== "");
    if (number === 2) for (const page of [first, second]) page.on("request", (request) => { if (/\/play\/\w+$/.test(request.url())) asked += 1; });
    await tap(mover, await quiet(mover));
    await until(watcher, number + 1);
    await until(mover, number + 1);
    const [from, to] = [await mover.evaluate(() => window.pressed), await watcher.evaluate(() => window.times.at(-1))];
    if (number >= 2) taken.push(to - from);
  }
  taken.sort((a, b) => a - b);
  const median = taken[Math.floor(taken.length / 2)];
  console.log(`a move reaches the other browser in ${median.toFixed(1)} ms at the median (limit ${REACH}), ${taken.at(-1).toFixed(1)} ms at most`);
  assert.ok(median <= REACH, `${median} ms`);
  assert.equal(asked, 0, "no page is requested for a move");
  // What was shown by events is what the server draws.
  for (const page of [first, second]) {
    const drawn = () => page.evaluate(() => ({
      pieces: [...document.querySelectorAll("#table .pieces [data-square]")].map((one) => [one.dataset.square, one.querySelector(".piece").getAttribute("aria-label"), one.querySelector(".piece").getAttribute("transform")]),
      moves: document.querySelector(".plies").textContent.replaceAll(/\s+/g, " ").trim(),
      may: document.getElementById("table").dataset.moves.split(" ").sort().join(" "),
      turn: document.querySelector(".to-move").id,
      said: document.getElementById("said").textContent.replaceAll(/\s+/g, " ").trim(),
    }));
    const told = await drawn();
    await page.reload();
    await page.waitForSelector("#table");
    assert.deepEqual(await drawn(), told);
  }
  await close(first, second);
});

test("a set-up that begins the game leads to it once, though the event comes before the answer", { timeout: 60_000 }, async () => {
  const [ana, ben] = [await somebody(browser, "Calbayog", {}, service.url), await somebody(browser, "Catarman", {}, service.url)];
  await meet(ana, ben);
  await deploy(ana);
  const devtools = await ben.context().newCDPSession(ben);
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*/deployment", requestStage: "Response" }] });
  devtools.on("Fetch.requestPaused", async ({ requestId }) => {
    await new Promise((resolve) => { setTimeout(resolve, 700); });
    await devtools.send("Fetch.continueRequest", { requestId }).catch(() => {});
  });
  const documents = [];
  ben.on("request", (request) => { if (request.isNavigationRequest()) documents.push(`${request.method()}${request.redirectedFrom() ? " redirected" : ""}`); });
  await deploy(ben);
  await ben.waitForSelector("#table");
  await ben.waitForTimeout(300);
  assert.deepEqual(documents, ["POST", "GET redirected"]);
  await close(ana, ben);
});

test("a challenge is told from the reader's side, and only the owner hears the rank", { timeout: 120_000 }, async () => {
  const [first, second] = await begun(["Escalante", "Estancia"], { locale: "en" });
  const cora = await somebody(browser, "Enrile", { locale: "en" }, service.url);
  await cora.goto(first.url());
  await cora.waitForSelector("#table");
  // Both go forward until they meet.
  for (let number = 0; number < 60; number += 1) {
    const mover = number % 2 === 0 ? first : second;
    await mover.waitForFunction(() => document.getElementById("table").dataset.moves !== "");
    const up = (await mover.getAttribute("#table", "data-own")) === "white" ? 1 : -1;
    const [all, taken] = [await moves(mover), await mover.evaluate(() => [...document.querySelectorAll("#table [data-square]")].map((one) => one.dataset.square))];
    const hits = all.find((ply) => taken.includes(ply.slice(3)));
    const ply = hits ?? all.find((one) => Number(one[4]) - Number(one[1]) === up) ?? all[0];
    await tap(mover, ply);
    for (const page of [first, second, cora]) await page.waitForFunction((wanted) => document.querySelectorAll(".plies .ply").length >= wanted, number + 1);
    if (hits) break;
  }
  const said = await Promise.all([first, second, cora].map((page) => page.textContent("#said")));
  if (await first.locator("#end").count()) return;
  const both = said[2].includes("Both were captured.");
  assert.match(said[2], both ? /Both were captured\./ : /(White|Black)’s piece was captured\./);
  const players = said.slice(0, 2);
  if (both) for (const one of players) assert.match(one, /Both were captured; you lost your [A-Z12]/);
  else {
    assert.equal(players.filter((one) => /Your [A-Z12][A-Za-z0-9 ]+ was captured\./.test(one)).length, 1, players.join(" | "));
    assert.equal(players.filter((one) => one.includes("You won the challenge.")).length, 1, players.join(" | "));
  }
  const counts = await cora.evaluate(() => ["white", "black"].map((color) => [Number(document.getElementById(`lost-${color}`).textContent), document.getElementById(`graveyard-${color}`).children.length]));
  for (const [count, lying] of counts) assert.equal(count, lying);
  assert.equal(counts[0][0] + counts[1][0], both ? 2 : 1);
  await close(first, second, cora);
});

test("a lost connection and an absent opponent show within two seconds, to spectators too", { timeout: 120_000 }, async () => {
  const [first, second] = await begun(["Guiuan", "Gubat"]);
  const cora = await somebody(browser, "Gerona", {}, service.url);
  await cora.goto(first.url());
  const color = await second.getAttribute("#play", "data-seat");
  for (const page of [first, second, cora]) await lineBecomes(page, "online", 3000);
  await cora.waitForFunction((id) => document.getElementById(id).dataset.here === "true", `present-${color}`);
  const address = second.url();
  await second.goto("about:blank");
  await lineBecomes(first, "away", 2000);
  await cora.waitForFunction((id) => document.getElementById(id).dataset.here === "false", `present-${color}`, { timeout: 2000 });
  await second.goto(address);
  await lineBecomes(first, "online", 3000);
  await first.context().setOffline(true);
  await lineBecomes(first, "lost", 2000);
  await first.context().setOffline(false);
  await lineBecomes(first, "online", 5000);
  assert.equal(await line(second), "online");
  const restarted = service.killed(2500);
  await Promise.all([first, second, cora].map((page) => lineBecomes(page, "lost", 2300)));
  await restarted;
  for (const page of [first, second, cora]) await lineBecomes(page, "online", 8000);
  await playOn(first);
  for (const page of [second, cora]) await until(page, 1);
  await close(first, second, cora);
});

test("a ply that hangs on a dead connection is sent again when the line is back", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Guimba", "Gumaca"]);
  const ply = await quiet(first);
  let hung = 0;
  await first.route(/\/plays?\//, (route) => {
    if (route.request().method() !== "POST" || hung > 0) return route.continue();
    // Neither answered nor refused, as where packets are lost.
    hung += 1;
  });
  await tap(first, ply);
  await service.killed(2500);
  await lineBecomes(first, "online", 8000);
  for (const page of [first, second]) await until(page, 1);
  assert.equal(hung, 1);
  await close(first, second);
});

test("a declined offer is told to the one who made it, and to nobody else", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Hinunangan", "Hilongos"], { locale: "en" });
  await playOn(first);
  await second.locator('#live form:has([value="offer"]) button').click();
  await first.locator('#live form:has([value="decline"]) button').click();
  await second.waitForFunction(() => document.getElementById("acts").textContent.includes("Your draw offer was declined."));
  assert.ok(!(await first.textContent("#acts")).includes("declined"));
  await playOn(second);
  await until(first, 2);
  await second.waitForFunction(() => !document.getElementById("acts").textContent.includes("declined"));
  await close(first, second);
});

test("a device can ask for each move to be confirmed", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Ibajay", "Imus"]);
  await first.click(".device summary");
  await Promise.all([first.waitForNavigation(), first.click('.device [value="on"][name="confirm"]')]);
  const ply = await quiet(first);
  await tap(first, ply);
  await first.waitForSelector("#confirm:not([hidden])");
  assert.equal(await plies(second), 0);
  await first.click("#confirm-no");
  assert.equal(await first.isVisible("#confirm"), false);
  await tap(first, ply);
  await first.keyboard.press("Enter");
  for (const page of [first, second]) await until(page, 1);
  assert.equal(await first.isVisible("#confirm"), false);
  await close(first, second);
});

test("the end is told from the reader's side, and both armies are turned over in place", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Jimenez", "Jagna"], { locale: "en" });
  const cora = await somebody(browser, "Jaro", { locale: "en" }, service.url);
  await cora.goto(first.url());
  await playOn(first);
  await playOn(second);
  const hidden = (page) => page.locator('#table use[href$="rank-hidden"]').count();
  assert.ok((await hidden(first)) > 0 && (await hidden(cora)) > 0);
  await first.click('#live a[href*="ask=resign"]');
  await first.click("#live .danger");
  for (const page of [first, second, cora]) await page.waitForSelector("#table[data-revealed]");
  assert.equal(await first.textContent("#end-title"), "You resigned");
  assert.equal(await second.textContent("#end-title"), "You won: your opponent resigned");
  assert.match(await cora.textContent("#end-title"), /^(White|Black) won: Resignation$/);
  for (const page of [first, second, cora]) assert.equal(await hidden(page), 0, "both armies are open");
  for (const page of [first, second]) {
    await page.waitForSelector("#after a.primary");
    assert.equal(await page.locator("#next-game button").count(), 1);
    await page.waitForFunction(() => /Your rating: \d+ \([+−]\d+\)/.test(document.getElementById("end").textContent));
  }
  await second.click("#end .close");
  assert.equal(await second.locator("#end").count(), 0);
  // Where the device hands nothing on and the clipboard is closed, the address can be copied by hand.
  await first.evaluate(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    navigator.clipboard.writeText = () => Promise.reject(new Error("closed"));
  });
  await first.click("#share-game");
  await first.waitForSelector("#share-address");
  assert.match(await first.inputValue("#share-address"), /\/games\/\w{16}$/);
  assert.equal(await first.evaluate(() => document.activeElement.id), "share-address");
  await close(first, second, cora);
});

test("an army stays closed after the end while its event keeps it closed", { timeout: 90_000 }, async () => {
  const [first, second] = await begun(["Kidapawan", "Koronadal"]);
  // An aborted game is never revealed.
  await first.click("#more > summary");
  await first.click('#live a[href*="ask=abort"]');
  await first.click("#live .danger");
  for (const page of [first, second]) {
    await page.waitForFunction(() => document.getElementById("play").dataset.stage === "aborted");
    assert.equal(await page.locator("#table[data-revealed]").count(), 0);
  }
  await close(first, second);
});

test("board and controls are on one screen of a phone, and half of a large one is the board", { timeout: 120_000 }, async () => {
  const [first, second] = await begun(["Libmanan", "Lubao"], { viewport: WIDE });
  await playOn(first);
  const share = async (size) => {
    await second.setViewportSize(size);
    return second.evaluate(() => {
      const box = document.getElementById("table").getBoundingClientRect();
      return { share: (box.width * box.height) / (innerWidth * innerHeight), bottom: box.bottom };
    });
  };
  for (const size of [WIDE, { width: 1920, height: 1080 }]) {
    const { share: part, bottom } = await share(size);
    console.log(`the board of a live game has ${(100 * part).toFixed(1)} % of ${size.width} x ${size.height}`);
    assert.ok(part >= 0.45 && bottom <= size.height, `${part} of ${size.width} x ${size.height}, down to ${bottom}`);
  }
  await second.setViewportSize(TALL);
  const low = await second.evaluate(() => [...document.querySelectorAll("#table, .slot, .bar button, .bar a")].filter((one) => one.checkVisibility()).map((one) => [one.id || one.textContent.trim(), one.getBoundingClientRect()]).map(([name, box]) => ({ name, top: box.top, bottom: box.bottom, height: box.height })));
  for (const one of low) assert.ok(one.top >= 0 && one.bottom <= TALL.height, `${one.name}: ${one.top} to ${one.bottom}`);
  const small = await second.evaluate(() => [...document.querySelectorAll(".bar button, .bar a.button, #acts button, #acts summary")].filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect().height, one.getBoundingClientRect().width]).filter(([, height, width]) => height < 44 || width < 44));
  assert.deepEqual(small, [], "too small for a thumb");
  // Nothing that is said moves the board.
  const top = () => second.evaluate(() => document.getElementById("table").getBoundingClientRect().top);
  const before = await top();
  await first.locator('#live form:has([value="offer"]) button').click();
  await second.waitForSelector("#acts .notice");
  assert.equal(await top(), before);
  await second.setViewportSize(WIDE);
  await close(first, second);
});
