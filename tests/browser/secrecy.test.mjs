// Two worlds: the same unfinished games, public half for public half, with other ranks, comments and
// unknown tags. A service of the one and a service of the other must not differ in a byte that they say.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { startBrowser, visit } from "./browser.mjs";
import { startService } from "./service.mjs";

const FILES = ["unfinished.ggn", "unfinished-otherwise.ggn"];
const SECRETS = ["alpha-7731", "omega-4452", "in the corner", "1FA5PB", "LPBPPS", "FTMPPK", "PS2MKF"];
const MOST_ADDRESSES = 600;

let browser, worlds, addresses;

before(async () => {
  browser = await startBrowser();
  worlds = await Promise.all(FILES.map((file) => startService({ files: [file] })));
  addresses = await crawl(worlds[0].url);
});

after(async () => {
  await browser.close();
  await Promise.all(worlds.map((world) => world.stop()));
});

/** Every address of a service that its own answers name, from the home page and the API's description on. */
async function crawl(origin) {
  const known = new Set(["/", "/robots.txt", "/sitemap.xml", "/api/v1/openapi.json", "/api/v1/games", "/api/v1/events", "/no-such-page"]);
  for (const address of known) {
    const response = await fetch(origin + address);
    if (!/html|json/.test(typeOf(response))) {
      await response.body?.cancel();
      continue;
    }
    for (const found of addressesIn(await response.text(), origin + address)) {
      if (known.size < MOST_ADDRESSES) known.add(found);
    }
  }
  return [...known];
}

function addressesIn(text, base) {
  const origin = new URL(base).origin;
  const named = [...text.matchAll(/(?:href|src|action|content)="([^"#]+)[^"]*"|"(\/[^"\s{}]*)"/g)];
  return named
    .map((match) => (match[1] ?? match[2]).replaceAll("&amp;", "&"))
    .filter((name) => /^(\/|\?|http)/.test(name) && URL.canParse(name, base))
    .map((name) => new URL(name, base))
    .filter((url) => url.origin === origin)
    .map((url) => url.pathname + url.search);
}

/**
 * All of an answer but what tells two services apart by right: their port, the time of day, and what they draw by
 * chance for each browser (the token of its forms, and the cookie that it belongs to).
 */
async function answer(world, path) {
  const response = await fetch(world.url + path, { redirect: "manual" });
  const changing = ["date", "x-request-id", "retry-after", "x-ratelimit-remaining"];
  const headers = [...response.headers].filter(([name]) => !changing.includes(name));
  const body = (await bytesOf(response)).toString("latin1");
  return { status: response.status, headers: level(JSON.stringify(headers), world), body: level(body, world) };
}

const typeOf = (response) => response.headers.get("content-type") ?? "";

/** All of a body, or what a stream of events begins with: that one does not end. */
async function bytesOf(response) {
  if (!typeOf(response).startsWith("text/event-stream")) return Buffer.from(await response.arrayBuffer());
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []);
}

const level = (text, world) =>
  text
    .replaceAll(new URL(world.url).host, "HOST")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "TIME")
    .replaceAll(/(name="csrf" value=")[a-z2-7]{52}"/g, '$1TOKEN"')
    .replaceAll(/("set-cookie","visitor=)[a-z2-7]{52};/g, "$1SECRET;");

test("both worlds have the same addresses, and an unfinished game among them", async () => {
  assert.ok(addresses.some((path) => /^\/games\/\w{16}/.test(path)), addresses.join(" "));
  assert.ok(addresses.length > 50, `${addresses.length} addresses`);
  assert.deepEqual(await crawl(worlds[1].url), addresses);
});

test("every answer is the same in both worlds, byte for byte", async () => {
  for (const path of addresses.filter((path) => !path.startsWith("/metrics"))) {
    assert.deepEqual(await answer(worlds[0], path), await answer(worlds[1], path), path);
  }
});

test("no answer holds a secret of its world", async () => {
  for (const world of worlds) {
    for (const path of addresses) {
      const { body } = await answer(world, path);
      for (const secret of SECRETS) assert.ok(!body.includes(secret), `${path} says ${secret}`);
    }
  }
});

test("no file of the service holds a secret in the clear", () => {
  for (const world of worlds) {
    for (const name of readdirSync(world.dataDir)) {
      const bytes = readFileSync(join(world.dataDir, name));
      for (const secret of SECRETS) assert.ok(!bytes.includes(secret), `${name} holds ${secret}`);
    }
  }
});

test("the replay of an unfinished game holds no rank, whatever view is asked for", async () => {
  const game = addresses.find((path) => /^\/games\/\w{16}$/.test(path));
  for (const view of ["public", "white", "black", "revealed"]) {
    const trees = [];
    for (const world of worlds) {
      const { page, problems, close } = await visit(browser, `${world.url}${game}?ply=30&view=${view}`);
      const uses = await page.locator("#board .pieces use").evaluateAll((all) => all.map((use) => use.getAttribute("href").split("#")[1]));
      assert.deepEqual([...new Set(uses)], ["rank-hidden"], view);
      assert.deepEqual(problems, []);
      trees.push(await page.locator("main").ariaSnapshot());
      await close();
    }
    assert.equal(trees[0], trees[1], `what a screen reader is told in the view ${view}`);
  }
});
