// The replay of a game of Three Generals: found from the list, gone through by links alone or by the keyboard, with hands, Stone and
// turned pieces, and as a frame on another site.
//
// LOOK=dir keeps pictures.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { accessibilityFaults, ALL_LOOKS, DESKTOP, faultsInThisLook, isTooWide, moveFinger, PHONE, startBrowser, tabTo, visit } from "./browser.mjs";
import { press, somebody } from "./game.mjs";
import { startService } from "./service.mjs";

let browser, service, replay;

before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["three-generals.ggn"] });
  const { games } = await (await fetch(`${service.url}/api/v1/games?ruleset=three-generals`)).json();
  assert.equal(games.length, 1);
  replay = `/games/${games[0].id}`;
});

after(async () => {
  await browser.close();
  await service.stop();
});

for (const { size, locale, name } of ALL_LOOKS) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the replay is sound at ${name}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ viewport: size, locale, colorScheme });
      const page = await context.newPage();
      await page.goto(`${service.url}${replay}?ply=10`);
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-${size.width}-${colorScheme}.png`, fullPage: true });
      assert.deepEqual(await faultsInThisLook(page), []);
      assert.equal(await isTooWide(page), false);
      await context.close();
    });
  }
}

test("from the list of games a reader goes through the game by the keyboard and without script", async () => {
  const context = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/games`);
  await page.locator(`a[href^="${replay}"]`).first().click();
  assert.equal(await page.locator("#board .piece").count(), 42);
  await page.locator('a[data-go="next"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/ply=1/);
  assert.equal(await page.locator(".said").innerText(), "1. White: Pawn from e3 to e4.");
  await page.locator('a[data-go="last"]').click();
  await page.waitForURL(/ply=10/);
  // Black's Jeweled General was shot: what he commands is Stone.
  assert.equal(await page.locator("#board .piece.black.stone").count(), 3);
  assert.match(await page.locator('#board [aria-label*="Queen on e9"], #board [aria-label*="Queen, e9"]').first().getAttribute("aria-label"), /Stone$/);
  assert.equal(await page.locator(".said").innerText(), "10. Black: Pawn dropped on e3.");
  assert.match(await page.locator("#seat-black + .hand svg").first().getAttribute("aria-label"), /Pawn in hand/);
  assert.equal(await page.locator('#moves a[aria-current="true"]').innerText(), "P@e3");
  for (const [file, type] of [["game.ggn", "[Game \"three-generals\"]"], ["game.json", "\"game\":\"three-generals\""]]) {
    assert.ok((await (await fetch(`${service.url}${replay}/${file}`)).text()).includes(type), file);
  }
  await context.close();
});

test("pages that feature a game stand where all games are of this kind", async () => {
  const { id } = (await (await fetch(`${service.url}/api/v1/games`)).json()).games[0];
  for (const page of ["/", "/games", "/players/Lakandula", "/events/open", "/leaderboards/three-generals", `/search?q=${id}`]) {
    assert.equal((await fetch(service.url + page)).status, 200, page);
  }
});

/** What the page says of its ply, all of which follows it. */
const told = (page) =>
  page.evaluate(() => {
    const text = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent.replaceAll(/\s+/g, " ").trim());
    const links = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getAttribute("href"));
    return {
      said: text("#said"),
      pieces: [...document.querySelectorAll("#board .piece")].map((one) => `${one.getAttribute("transform")} ${one.getAttribute("aria-label")}`),
      marks: [...document.querySelectorAll("#board .marks rect")].map((one) => one.outerHTML),
      seats: text(".seat"),
      hands: [...document.querySelectorAll(".hand svg")].map((one) => one.getAttribute("aria-label")),
      current: text("#moves a[aria-current]"),
      links: links(".bar a"),
      moves: links("#moves .moves a"),
    };
  });

/** Waits until the page shows a ply. */
const shows = (page, ply, more = "") => page.waitForFunction((query) => location.search === query, `?ply=${ply}${more}`);

test("a finger steps through the replay by a swipe across the board, with a sound where those are on", async () => {
  const cookies = [{ name: "sound", value: "on", url: service.url }];
  const { page, close } = await visit(browser, `${service.url}${replay}?ply=2`, { size: PHONE, touch: true, cookies });
  // The scripts stand once the slider can be moved to its place.
  await page.waitForFunction(() => document.getElementById("slider").hasAttribute("aria-valuetext"));
  await page.evaluate(() => {
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function begin(...given) { window.tones.push(this.frequency.value); return start.apply(this, given); };
  });
  const box = await page.locator("#board").boundingBox();
  const [left, right, y] = [box.x + 60, box.x + box.width - 60, box.y + box.height / 2];
  const swipe = (from, to, down = 5) => moveFinger(page, { x: from, y }, { x: to, y: y + down });
  const tones = (count) => page.waitForFunction((count) => window.tones.length === count, count);
  await swipe(right, left);
  await shows(page, 3);
  await tones(1);
  await swipe(left, right);
  await shows(page, 2);
  await swipe(left, right);
  await shows(page, 1);
  // A finger that scrolls does not step: the next step is from where it was. It is taken by a key, for a page
  // that still rolls takes a finger for a halt.
  await swipe(left, left + 60, -150);
  await page.keyboard.press("ArrowRight");
  await shows(page, 2);
  await tones(2);
  await page.locator("#sound-form button, button[form=sound-form]").click();
  await page.waitForFunction(() => !document.querySelector("[data-sounds]"));
  await shows(page, 2);
  await close();
});

test("by the keyboard alone the replay shows what the server shows at each ply, and nothing shifts", async () => {
  const { page, problems, shifts, close } = await visit(browser, `${service.url}${replay}`);
  const plain = await browser.newContext({ viewport: DESKTOP, locale: "en", javaScriptEnabled: false });
  const server = await plain.newPage();
  const sameAs = async (query) => {
    await server.goto(`${service.url}${replay}${query}`);
    assert.deepEqual(await told(page), await told(server), query);
  };
  await sameAs("");
  const before = await shifts();
  for (const [key, ply] of [["ArrowRight", 1], ["ArrowRight", 2], ["PageDown", 10], ["ArrowRight", 10], ["ArrowLeft", 9], ["Home", 0], ["End", 10], ["PageUp", 0]]) {
    await page.keyboard.press(key);
    await shows(page, ply);
    await sameAs(`?ply=${ply}`);
  }
  // Pressed faster than pages come, keys are all counted.
  for (let press = 0; press < 7; press += 1) await page.keyboard.press("ArrowRight");
  await shows(page, 7);
  await page.keyboard.press("f");
  await shows(page, 7, "&flip=1");
  await sameAs("?ply=7&flip=1");
  await page.keyboard.press("ArrowRight");
  await shows(page, 8, "&flip=1");
  await sameAs("?ply=8&flip=1");
  await page.keyboard.press("F");
  await shows(page, 8);
  assert.equal(await shifts(), before);
  // The move that is shown can be seen in the list, and the focus stays where it was.
  await tabTo(page, "a[data-go=previous]");
  await page.keyboard.press("Enter");
  await shows(page, 7);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.go), "previous");
  await page.locator("#seat-white a").focus();
  await page.keyboard.press("ArrowRight");
  await shows(page, 8);
  assert.equal(await page.evaluate(() => document.activeElement.closest(".seat").id), "seat-white");
  await page.keyboard.press("?");
  assert.equal(await page.locator("#keys").isVisible(), true);
  await page.keyboard.press("Escape");
  await page.locator("#slider").focus();
  await page.keyboard.press("ArrowRight");
  await shows(page, 9);
  assert.equal(await page.locator("#slider").inputValue(), "9");
  assert.match(await page.locator("#slider").getAttribute("aria-valuetext"), /^9\. White: Flier/);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(problems, []);
  await plain.close();
  await close();
});

test("a list of moves, a slider and the play button lead through the game", async () => {
  const { page, problems, close } = await visit(browser, `${service.url}${replay}?ply=8`, { size: PHONE, motion: "reduce" });
  await page.locator("#ply-4").click();
  await shows(page, 4);
  await page.locator("#slider").fill("7");
  await shows(page, 7);
  await page.locator("#speed").selectOption("4");
  await page.locator("#play").click();
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  await shows(page, 10);
  await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-pressed") === "false");
  // From the end it begins anew, and a step stops it.
  await page.locator("#play").click();
  await shows(page, 1);
  await page.locator("a[data-go=previous]").click();
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  assert.equal(await isTooWide(page), false);
  await page.locator("#tab-share").click();
  assert.match(await page.locator("#share-link").inputValue(), /\?ply=\d+$/);
  assert.match(await page.locator("#share-frame").inputValue(), /embed\/games\/[0-9a-z]+\?ply=\d+"/);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(problems, []);
  await close();
});

test("a page that does not come stops the play button, and the replay goes on later", async () => {
  const { page, close } = await visit(browser, `${service.url}${replay}?ply=2`);
  await page.route(/ply=3/, (route) => route.abort());
  await page.locator("#speed").selectOption("4");
  await page.locator("#play").click();
  await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-pressed") === "false");
  assert.equal(new URL(page.url()).search, "?ply=2");
  await page.unroute(/ply=3/);
  await page.keyboard.press("ArrowRight");
  await shows(page, 3);
  await close();
});

for (const look of ALL_LOOKS) {
  test(`frame, sheet and share panel are sound at ${look.name}`, async () => {
    for (const path of [`/embed${replay}?ply=10`, `${replay}/sheet`, `${replay}?ply=10#share`]) {
      const visited = await visit(browser, service.url + path, look);
      if (process.env.LOOK) await visited.page.screenshot({ path: `${process.env.LOOK}/${path.replaceAll(/[^a-z]+/g, "-")}-${look.size.width}.png`, fullPage: true });
      assert.equal(await isTooWide(visited.page), false, path);
      assert.deepEqual(await faultsInThisLook(visited.page), [], path);
      assert.deepEqual(visited.problems, [], path);
      await visited.close();
    }
  });
}

test("a frame on another site shows board and hands without a scroll bar, and steps on without a cookie", async () => {
  const id = replay.split("/").pop();
  // Another port is another origin.
  const frames = [[280, 580], [480, 780], [720, 400]].map(([width, height]) => `<iframe src="${service.url}/embed/games/${id}?ply=8&theme=dark" width="${width}" height="${height}"></iframe>`);
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html><title>x</title>${frames.join("")}`));
  await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
  const context = await browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  for (const frame of page.frames().slice(1)) {
    assert.equal(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, "all of it can be seen");
    assert.equal(await frame.locator(".hand svg").count(), 1);
    await frame.locator("[data-go=next]").click();
    await frame.locator("main[data-ply='9']").waitFor();
    await frame.locator("#play").click();
    await frame.locator("main[data-ply='10']").waitFor();
  }
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-frames.png`, fullPage: true });
  assert.deepEqual(await context.cookies(), []);
  await context.close();
  other.close();
});

for (const script of [true, false]) {
  test(`by the keyboard ${script ? "" : "and without script "}a reader plays on from a ply as the game did not`, async () => {
    const { page, problems, close } = await visit(browser, `${service.url}${replay}?ply=7`, { script });
    const follow = async (selector, query) => {
      await page.locator(selector).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(query);
    };
    if (script) await page.keyboard.press("ArrowLeft");
    if (script) await shows(page, 6);
    if (script) await page.keyboard.press("ArrowRight");
    if (script) await shows(page, 7);
    if (script) await page.locator("#tab-game").click({ timeout: 1000 }).catch(() => {});
    await follow("#game a[data-at]", /variation\?ply=7$/);
    await follow('#board a[aria-label^="Black: Angle, c9"]', /piece=c9$/);
    if (script) assert.deepEqual(await accessibilityFaults(page), []);
    // The capture can end in two ways, which are asked for.
    await follow('#board .variation-marks a[aria-label^="i3"]', /to=i3$/);
    assert.deepEqual(await page.locator(".review-presses a").allInnerTexts(), ["c9xi3", "c9xi3+"]);
    await follow('.review-presses a:text-is("c9xi3")', /line=c9xi3$/);
    await follow('#board a[aria-label^="White: Pawn, h3"]', /piece=h3$/);
    await follow('#board .variation-marks a[aria-label*="h4"]', /line=c9xi3\.h3-h4$/);
    assert.match(await page.locator(".said").innerText(), /^9\. White: Pawn from h3 to h4\. Black to move\.$/);
    // What is in hand is dropped.
    await follow(".hand a.held", /piece=P$/);
    await follow('#board .variation-marks a[aria-label*="e5"]', /line=c9xi3\.h3-h4\.P%40e5$/);
    assert.equal(await page.locator("#board .piece").count(), 39);
    await follow('a.way[href$="line=c9xi3.h3-h4"]', /h3-h4$/);
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(problems, []);
    await close();
  });
}

for (const look of ALL_LOOKS) {
  test(`a game that goes on otherwise is sound at ${look.name}`, async () => {
    const visited = await visit(browser, `${service.url}${replay}/variation?kept=7&line=c9xi3&ply=8&piece=f1`, look);
    if (process.env.LOOK) await visited.page.screenshot({ path: `${process.env.LOOK}/variation-${look.size.width}.png`, fullPage: true });
    assert.equal(await isTooWide(visited.page), false);
    assert.deepEqual(await faultsInThisLook(visited.page), []);
    await visited.close();
  });
}

test("no room for hidden ranks knows the game", async () => {
  const { status } = await fetch(`${service.url}${replay}/known`, { redirect: "manual" });
  assert.equal(status, 404);
  const text = await (await fetch(service.url + replay)).text();
  for (const room of ["/known", "/formations/set-up", "view=", "data-view"]) assert.ok(!text.includes(room), room);
});

/** From the analysis to Black's first mistake: wrong, again, right, all by keyboard; then the next one is given up. */
async function learnFromMistakes(page, look) {
  const analysis = await (await fetch(`${service.url}/api/v1/games/${replay.split("/").at(-1)}/analysis`)).json();
  const marked = analysis.plies.filter((one) => one.judgement && one.color === "black");
  const record = await (await fetch(`${service.url}${replay}/game.ggn`)).text();
  const main = () => page.locator("main").innerText();
  const follow = async (selector) => {
    await tabTo(page, selector);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  };
  const answer = async (ply) => {
    const source = ply[1] === "@" ? ply[0] : ply.slice(0, 2);
    await follow(`.stage a[href$="piece=${source}"]`);
    await look("three-generals-learn-chosen");
    await follow(`.review-presses a[href$="move=${encodeURIComponent(ply).replaceAll("*", "%2A")}"]`);
  };
  await follow('#analysis a[href$="learn?side=black"]');
  await look("three-generals-learn");
  assert.doesNotMatch(await main(), /What would have followed/, "it tells nothing yet");
  const played = /Black played (\S+) here/.exec(await main())[1];
  assert.ok(record.includes(played), "the mistake is one of the game");
  await answer(played);
  assert.match(await main(), /is what was played\. There is something better\./);
  await follow("main .deeds a.button.primary");
  await answer(marked[0].best);
  assert.match(await main(), /is the best move\.\s[^]*What would have followed/);
  await look("three-generals-learn-told");
  if (marked.length > 1) {
    await follow('main .deeds a[href$="at=2"]');
    await follow('main .deeds a[href$="show=1"]');
    assert.match(await main(), /The best move is /);
  }
  await page.goto(`${service.url}${replay}#analysis`);
}

test("a reader has the game analyzed and reviews it with squares drawn on its nine rows", { timeout: 120_000 }, async () => {
  const page = await somebody(browser, "Lakambini", { viewport: DESKTOP, locale: "en" }, service.url);
  const look = async (name) => {
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${size.width}.png`, fullPage: true });
      assert.equal(await isTooWide(page), false, `${name}, ${size.width}px`);
      assert.deepEqual(await faultsInThisLook(page), [], `${name}, ${size.width}px`);
    }
  };
  await page.goto(`${service.url}${replay}?ply=7`);
  await page.click('[data-tab="analysis"], a[href="#analysis"]');
  await Promise.all([page.waitForNavigation(), page.click("#analysis .primary")]);
  const isDone = async () => (await (await fetch(`${service.url}/api/v1/games/${replay.split("/").at(-1)}/analysis`)).json()).state === "done";
  while (!(await isDone())) await page.waitForTimeout(200);
  await page.goto(`${service.url}${replay}#analysis`);
  await page.waitForSelector("#analysis table");
  assert.doesNotMatch(await page.textContent("#analysis"), /Luck|knew/);
  await look("three-generals-analysis");
  await learnFromMistakes(page, look);

  await page.goto(`${service.url}${replay}/reviews/new?ply=7`);
  await page.fill('main [name="title"]', "The open file");
  await Promise.all([page.waitForNavigation(), page.click("main form .primary")]);
  assert.match(await page.locator(".hand svg").first().getAttribute("aria-label"), /in hand/);
  await page.click("#draw");
  // From the middle of e2 to the middle of e8, and i9 alone.
  const at = async (file, row) => {
    const { x, y, width } = await page.locator("#board").boundingBox();
    const unit = width / 642;
    return [x + (6 + 70 * file + 35) * unit, y + (6 + 70 * (9 - row) + 35) * unit];
  };
  for (const square of [[4, 2], [4, 8], [8, 9], [8, 9]]) await page.mouse.click(...(await at(...square)));
  assert.equal(await page.inputValue('[name="marks"]'), "Ge2e8 Gi9");
  await page.fill('[name="words"]', "He shoots.");
  await Promise.all([page.waitForNavigation(), page.click("main form .primary")]);
  assert.match(await page.textContent("main"), /Green: e2 → e8/);
  await look("three-generals-review");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what was fetched of other positions is kept without the pages that it came from", async () => {
  const { page, close } = await visit(browser, `${service.url}${replay}?ply=0`);
  const client = await page.context().newCDPSession(page);
  const documents = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Memory.getDOMCounters")).documents;
  };
  const before = await documents();
  for (const more of ["", "&flip=1"]) {
    await page.keyboard.press("Home");
    if (more) await page.keyboard.press("f");
    await shows(page, 0, more);
    for (let ply = 1; ply <= 10; ply += 1) {
      await page.keyboard.press("ArrowRight");
      await shows(page, ply, more);
    }
  }
  // Twenty pages were fetched; one or two may still wait to be collected.
  let now = await documents();
  for (let again = 0; again < 20 && now > before + 3; again += 1) {
    await page.waitForTimeout(100);
    now = await documents();
  }
  assert.ok(now <= before + 3, `${now} documents, ${before} before`);
  await close();
});

test("several people look at the game together, by the keyboard and without script", { timeout: 60_000 }, async () => {
  const says = (page, id, words) => page.waitForFunction(([id, words]) => document.getElementById(id).textContent.includes(words), [id, words]);
  const at = (page, ply) => page.waitForFunction((ply) => document.getElementById("said").textContent.startsWith(ply), ply);
  const leader = await somebody(browser, "Mayari", { viewport: DESKTOP, locale: "en" }, service.url);
  await leader.goto(`${service.url}${replay}?ply=4`);
  await leader.locator('a[data-at$="/rooms/new"]').focus();
  await Promise.all([leader.waitForNavigation(), leader.keyboard.press("Enter")]);
  await press(leader, "#room-new button");
  const room = leader.url().split("?")[0];
  assert.match(room, /\/rooms\/[a-z2-7]{52}$/);
  assert.equal(await leader.locator("[data-view], [name=view]").count(), 0, "nothing is hidden, so there are no views");

  const { page, problems, close } = await visit(browser, room, { size: PHONE });
  await says(leader, "room-followers", "1");
  await at(page, "4.");
  // Pressed faster than the server draws: both end at the last position, and nobody breaks away on the way.
  for (let step = 0; step < 4; step += 1) await leader.keyboard.press("ArrowRight");
  await leader.keyboard.press("f");
  await at(page, "8.");
  await page.waitForSelector("#slot-top #seat-white");
  assert.equal(await page.textContent("#said"), await leader.textContent("#said"));
  assert.equal(await page.locator("#room-away").textContent().then((text) => text.trim()), "Stop following");
  assert.deepEqual([page.url(), leader.url().split("?")[0]], [room, room], "the room's address stays");
  await page.keyboard.press("ArrowLeft");
  await says(page, "room-said", "on your own");
  await at(page, "7.");
  await leader.keyboard.press("End");
  await says(page, "room-at", "The leader is at move 10");
  await at(page, "7.");
  await tabTo(page, "#room-away");
  await page.keyboard.press("Enter");
  await at(page, "10.");
  for (const size of [PHONE, DESKTOP]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-room-${size.width}-${colorScheme}.png`, fullPage: true });
      assert.equal(await isTooWide(page), false, `${size.width}px`);
      assert.deepEqual(await accessibilityFaults(page), [], `${size.width}px, ${colorScheme}`);
    }
  }

  const plain = await visit(browser, room, { size: PHONE, script: false });
  assert.equal(await plain.page.locator("#replay").getAttribute("data-ply"), "10");
  assert.equal(await plain.page.locator("noscript a").first().isVisible(), true);
  await plain.close();

  const ben = await somebody(browser, "Tala", { viewport: DESKTOP, locale: "en" }, service.url);
  await ben.goto(room);
  await leader.click("#room-more summary");
  await leader.waitForSelector("#crown-to");
  await press(leader, "#crown button");
  await says(ben, "room-leads", "You lead");
  await ben.keyboard.press("Home");
  await leader.waitForFunction(() => document.getElementById("slider").value === "0");
  await press(leader, "#room-desk form.press button");
  await says(ben, "room-said", "leads now");
  await leader.click("#room-more summary");
  await press(leader, "#room-desk details form.press button");
  await says(page, "room-said", "has ended");
  await page.keyboard.press("ArrowRight");
  await at(page, "1.");
  assert.deepEqual([problems, leader.problems, ben.problems], [[], [], []]);
  await close();
  for (const one of [leader, ben]) await one.context().close();
});

test("a room shows what a published review says of the move, drawn on nine rows", { timeout: 60_000 }, async () => {
  const author = await somebody(browser, "Hanan", { viewport: DESKTOP, locale: "en" }, service.url);
  await author.goto(`${service.url}${replay}/reviews/new?ply=7`);
  await author.fill("#review-title", "The shot");
  await press(author, "#review button");
  await author.fill('[name="marks"]', "Re2e8 Gi9");
  await press(author, "#remark button");
  const drawn = (page) => page.locator("#board .review-marks > *").evaluateAll((all) => all.map((one) => `${one.getAttribute("class")} ${(one.getAttribute("d") ?? one.getAttribute("y")).replaceAll(".0", "")}`).sort());
  const expected = await drawn(author);
  assert.equal(expected.length, 2);
  await press(author, 'form:has([value="publish"]) button');
  await author.goto(`${service.url}${replay}/rooms/new?ply=7`);
  await press(author, "#room-new button");
  const { page, problems, close } = await visit(browser, author.url().split("?")[0], { size: PHONE });
  await page.waitForFunction(() => document.querySelectorAll("#board .review-marks > *").length === 2);
  assert.deepEqual(await drawn(page), expected, "the same that the server draws");
  await page.click("#tab-remarks");
  await author.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll("#board .review-marks > *").length === 0);
  await page.click("#remarks li a");
  await page.waitForFunction(() => document.querySelectorAll("#board .review-marks > *").length === 2);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(problems, []);
  await close();
  await author.context().close();
});

test("the game stands in a collection, and its chapter is gone through in place", { timeout: 60_000 }, async () => {
  const author = await somebody(browser, "Apolaki", { viewport: DESKTOP, locale: "en" }, service.url);
  await author.goto(`${service.url}${replay}?ply=6`);
  await press(author, 'a[data-at$="/collect"]');
  assert.equal(await author.inputValue("#collect-ply"), "6");
  await author.fill("#collect-name", "Shots");
  await press(author, "#collect .primary");
  assert.match(await author.textContent(".chapters"), /Game of Three Generals · Lakandula 1–0 Maharlika · move 6/);
  await press(author, ".press button:text-is('Publish')");
  const there = author.url().split("?")[0];
  const { page, problems, close } = await visit(browser, there, { size: PHONE });
  await press(page, ".chapters a");
  const chapter = page.url();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("7."));
  assert.equal(page.url(), chapter, "the chapter stays");
  await page.locator("p > a[data-ply]").click();
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("6."));
  for (const size of [PHONE, DESKTOP]) {
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/three-generals-chapter-${size.width}-${colorScheme}.png`, fullPage: true });
      assert.equal(await isTooWide(page), false, `${size.width}px`);
      assert.deepEqual(await accessibilityFaults(page), [], `${size.width}px, ${colorScheme}`);
    }
  }
  // From the chapter into the game's own page, which keeps the list while its positions are fetched.
  await press(page, `p a[href^="${replay}"]`);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /^\?ply=7&list=collection-\d+$/.test(location.search));
  assert.match(await page.getAttribute("a[data-go=next]", "href"), /\?ply=8&list=collection-\d+$/);
  assert.deepEqual(problems, []);
  await close();
  await author.context().close();
});
