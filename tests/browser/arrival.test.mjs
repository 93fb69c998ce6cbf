// Pages that arrive in pieces, as over a slow line: what is there already stays where it is.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, test } from "node:test";

import { PHONE, startBrowser, visit } from "./browser.mjs";
import { startService } from "./service.mjs";
import { firstGame, SITE } from "./site.mjs";

const PIECES = 40;
/** Longer than the browser waits to draw what it has, in milliseconds. */
const PAUSE = 25;

let browser, service, lines;

/** Passes a request on to a site, and a page in pieces. */
async function passOn(site, request, response) {
  const { host, connection, ...headers } = request.headers;
  const answer = await fetch(site + request.url, { headers: { ...headers, "accept-encoding": "identity" }, redirect: "manual" });
  const kept = [...answer.headers].filter(([name]) => !["content-length", "content-encoding", "transfer-encoding", "connection"].includes(name));
  response.writeHead(answer.status, Object.fromEntries(kept));
  const body = Buffer.from(await answer.arrayBuffer());
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  // What is seen comes before the data of the script.
  const seen = [' id="replay-data"', "</main>"].map((mark) => body.indexOf(mark)).find((at) => at > 0) ?? body.length;
  const size = isPage ? Math.ceil(seen / PIECES) : body.length;
  for (let at = 0; at < body.length; at += size) {
    if (at > 0) await pause(PAUSE);
    response.write(body.subarray(at, at + size));
  }
  response.end();
}

/** A slow line to a site: its address, and how to close it. */
async function slowLine(site) {
  const server = createServer((request, response) => void passOn(site, request, response).catch((e) => response.destroy(e)));
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

before(async () => {
  browser = await startBrowser();
  service = await startService({ files: ["three-generals.ggn"] });
  lines = { salpakan: await slowLine(SITE), threeGenerals: await slowLine(service.url) };
});

after(async () => {
  await browser.close();
  for (const line of Object.values(lines)) line.close();
  await service.stop();
});

async function threeGeneralsGame() {
  const { games } = await (await fetch(`${service.url}/api/v1/games?ruleset=three-generals`)).json();
  return `/games/${games[0].id}`;
}

const SIZES = [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }];

for (const [name, line, address] of [
  ["a replay", "salpakan", async () => `${await firstGame("?termination=flag-captured")}?ply=20&view=revealed`],
  ["a replay of Three Generals", "threeGenerals", threeGeneralsGame],
  ["the front page", "salpakan", () => "/"],
]) {
  test(`${name} that arrives in pieces shifts nothing`, async () => {
    const path = await address();
    for (const size of SIZES) {
      const { page, shifts, shifted, problems, close } = await visit(browser, lines[line].url + path, { size });
      await page.waitForTimeout(200);
      assert.ok((await shifts()) < 0.0001, `at ${size.width} px: ${await shifts()}, ${(await shifted()).join("; ")}`);
      assert.deepEqual(problems, []);
      await close();
    }
  });
}
