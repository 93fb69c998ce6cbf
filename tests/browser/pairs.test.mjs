// Two worlds in a real browser: fifty games, each played twice with the same public history and other ranks on one side. Viewers
// who may not notice the difference have the same page, accessibility tree, requests, sounds and browser storage.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startBrowser } from "./browser.mjs";
import { somebody, until } from "./game.mjs";
import { startService } from "./service.mjs";

// Before a release more of them.
const PAIRS = process.env.TESTED_PAIRS === "all" ? 50 : 15;
const ARMY = [..."54321CLMKTABSSPPPPPPF"];
/** The middle file, on which pieces meet: alike in both worlds, without the Flag. */
const MIDDLE = 4;

/** Nothing is on its way when a page is looked at. */
const STILL = { locale: "en", reducedMotion: "reduce" };

let browser, worlds;

before(async () => {
  browser = await startBrowser();
  worlds = await Promise.all([world(), world()]);
});

after(async () => {
  await browser.close();
  await Promise.all(worlds.map(({ service }) => service.stop()));
});

/** A service with its people, each in a window; the third has no account. */
async function world() {
  const service = await startService();
  const people = { white: await somebody(browser, "Ana", STILL, service.url), black: await somebody(browser, "Ben", STILL, service.url) };
  const anybody = await (await browser.newContext(STILL)).newPage();
  for (const page of [people.white, people.black, anybody]) {
    await page.context().addInitScript(() => {
      window.heard = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function began(...when) { window.heard.push(this.frequency.value); return start.apply(this, when); };
    });
    page.asked = new Set();
    page.on("request", (request) => page.asked.add(`${request.method()} ${request.url()}`));
    await page.goto(`${service.url}/rules`);
  }
  for (const page of [people.white, people.black]) {
    page.csrf = await page.locator('[name="csrf"]').first().getAttribute("value");
    const kept = await page.request.post(`${service.url}/preferences`, { form: { back: "/play", sound: "on" }, headers: { Origin: service.url }, maxRedirects: 0 });
    assert.equal(kept.status(), 303, await kept.text());
  }
  return { service, ...people, anybody };
}

/** Chance that can be had again. */
function chance(seed) {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state % below;
  };
}

const shuffled = (list, random) => {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
};

/** A set-up in 27 cells, and another that has the same pieces in the middle file and stands on the same squares. */
function armies(random) {
  const army = shuffled(ARMY, random);
  while (army.slice(0, 3).includes("F")) army.push(army.shift());
  const middle = [0, 9, 18].map((row) => row + MIDDLE);
  const rest = shuffled(Array.from({ length: 27 }, (_, cell) => cell).filter((cell) => !middle.includes(cell)), random).slice(0, 18);
  const written = (others) => {
    const cells = Array(27).fill(".");
    middle.forEach((cell, at) => { cells[cell] = army[at]; });
    rest.forEach((cell, at) => { cells[cell] = others[at]; });
    return [0, 9, 18].map((row) => cells.slice(row, row + 9).join("")).join("/");
  };
  return [written(army.slice(3)), written(shuffled(army.slice(3), random))];
}

let commands = 0;
/** Sends a form of a page as its script would, and gives the answer. */
async function send(page, path, fields) {
  commands += 1;
  const answer = await page.request.post(page.site + path, {
    form: { csrf: page.csrf, id: commands.toString(16).padStart(16, "0"), ...fields }, headers: { Accept: "application/json", Origin: page.site }, maxRedirects: 0,
  });
  assert.ok(answer.status() < 400, `${path}: ${answer.status()} ${await answer.text()}`);
  return answer;
}

/** A game of a world with these set-ups and this side to begin, before its first ply. */
async function begun({ white, black }, setups, first) {
  for (;;) {
    await offered(white);
    const seeks = await (await black.request.get(`${black.site}/api/v1/seeks`)).json();
    const taken = await black.request.post(`${black.site}/play/offers/${seeks.open[0].id}/accept`, { form: { csrf: black.csrf }, headers: { Origin: black.site }, maxRedirects: 0 });
    const address = new URL(taken.headers().location, black.site).pathname.split("?")[0];
    await send(white, `${address}/deployment`, { setup: setups.white });
    await send(black, `${address}/deployment`, { setup: setups.black });
    const play = await (await white.request.get(`${white.site}/api/v1${address.replace("play", "plays")}`)).json();
    if (first === undefined || play.first === first) return { address, first: play.first };
    await send(white, `${address}/word`, { word: "abort" });
  }
}

async function offered(white) {
  const form = { csrf: white.csrf, rules: "standard", pace: "1200+5", other_pace: "", color: "white", to: "" };
  const made = await white.request.post(`${white.site}/play/new`, { form, headers: { Origin: white.site }, maxRedirects: 0 });
  assert.equal(made.status(), 303, await made.text());
}

/** What of a page is right to differ: where it is, when it is, who looks at it, and what is drawn by chance for a form. */
const level = (text, site, address) =>
  // The bell asks by its own clock; its pages and answers are compared in the tests of secrecy.
  text.replaceAll(/<span class="bell-(words|count)"[^>]*>[^<]*<\/span>/g, "BELL").replaceAll(/Notices: [\d+]+ unread/g, "Notices")
    .replaceAll(/^GET \S+\/notices\/unread\n?/gm, "").replaceAll(site, "SITE").replaceAll(address.split("/").pop(), "PLAY")
    .replaceAll(/value="[a-z2-7]{52}"|data-csrf="[a-z2-7]{52}"/g, "TOKEN")
    .replaceAll(/name="id" value="[0-9a-f]{16}"/g, "COMMAND")
    .replaceAll(/<code>[0-9a-f]{20,64}<\/code>/g, "TOSS")
    .replaceAll(/data-here="\w+"|data-state="\w+"|>(online|away|Online|Opponent away|Reconnecting…)</g, "PRESENCE")
    .replaceAll(/\b(online|away|Online|Opponent away|Reconnecting…)\b/g, "PRESENCE")
    .replaceAll(/data-(white|black|left)="\d+"/g, "LEFT").replaceAll(/\d+:\d\d(:\d\d)?/g, "CLOCK");

/** Everything that a window shows, tells, asks for, keeps and sounds. */
async function noticed(page, site, address) {
  const kept = await page.evaluate(() => [Object.entries(localStorage), Object.entries(sessionStorage), window.heard, document.title]);
  const cookies = (await page.context().cookies()).map(({ name, path }) => `${name} ${path}`).sort();
  const tree = await page.locator("body").ariaSnapshot();
  const all = { page: await page.content(), tree, asked: [...page.asked].sort().join("\n"), kept: JSON.stringify([kept, cookies]) };
  return Object.fromEntries(Object.entries(all).map(([what, text]) => [what, level(text, site, address)]));
}

/** Plays on the middle file alone: both go forward and meet before their eyes; gives what was noticed before and after. */
async function played(one, { address, first }, watchers) {
  const site = one.service.url;
  const steps = first === "white" ? ["e3-e4", "e6-e5", "e4-e5"] : ["e6-e5", "e3-e4", "e5-e4"];
  const step = (number) => send(number % 2 === (first === "white" ? 0 : 1) ? one.white : one.black, `${address}/ply`, { number: number + 1, ply: steps[number] });
  await step(0);
  await step(1);
  const opened = watchers(one).map(async (page) => {
    page.asked.clear();
    await page.goto(site + address);
    await page.waitForSelector("#table");
    await page.mouse.click(2, 2);
    return [`before the challenge, ${page.called ?? "anybody"}`, await noticed(page, site, address)];
  });
  const found = await Promise.all(opened);
  await step(2);
  const met = watchers(one).map(async (page) => {
    await until(page, 3);
    const seen = await noticed(page, site, address);
    // The end shows all to everybody, and leads the page elsewhere.
    await page.goto("about:blank");
    return [`after the challenge, ${page.called ?? "anybody"}`, seen];
  });
  return [...found, ...(await Promise.all(met))];
}

test("in pairs of games nobody notices ranks that he may not know", { timeout: 900_000 }, async () => {
  let told = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const random = chance(pair + 1);
    const hidden = pair % 2 ? "black" : "white";
    const [other, pieces] = [hidden === "white" ? "black" : "white", armies(random)];
    const [fixed] = armies(random);
    assert.notEqual(pieces[0], pieces[1]);
    const setups = pieces.map((own) => ({ [hidden]: own, [other]: fixed }));
    const one = await begun(worlds[0], setups[0]);
    const two = await begun(worlds[1], setups[1], one.first);
    const watchers = (world) => [world.anybody, world[other]];
    const [left, right] = await Promise.all([played(worlds[0], one, watchers), played(worlds[1], two, watchers)]);
    for (const [at, [what, seen]] of left.entries()) {
      for (const part of Object.keys(seen)) {
        assert.equal(right[at][1][part], seen[part], `pair ${pair}, ${what}: ${part}`);
        told += 1;
      }
    }
    for (const [world, game] of [[worlds[0], one], [worlds[1], two]]) await send(world.white, `${game.address}/word`, { word: "resign" });
  }
  assert.ok(told >= PAIRS * 16, `${told} looks`);
});

test("whose own ranks they are has another page in the other world", { timeout: 120_000 }, async () => {
  const random = chance(4711);
  const [pieces, [fixed]] = [armies(random), armies(random)];
  const one = await begun(worlds[0], { white: pieces[0], black: fixed });
  const two = await begun(worlds[1], { white: pieces[1], black: fixed }, one.first);
  const own = (world) => [world.white];
  const [left, right] = await Promise.all([played(worlds[0], one, own), played(worlds[1], two, own)]);
  assert.notEqual(left[0][1].page, right[0][1].page);
  assert.notEqual(left[0][1].tree, right[0][1].tree);
});
