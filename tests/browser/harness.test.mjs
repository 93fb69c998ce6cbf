// The tools of these tests find what they are for: each fault is planted in a page of our own.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { PHONE, accessibilityFaults, isTooWide, keyboardWalk, startBrowser, visit } from "./browser.mjs";

let browser, server, address, body, headers;

before(async () => {
  browser = await startBrowser();
  server = createServer((request, response) => {
    if (request.url !== "/") {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
});

after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const page = (content, head = "") =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">` +
  `<title>Planted</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Planted</h1>${content}</main></body></html>`;

async function visitPlanted(content, { head = "", policy, ...options } = {}) {
  body = page(content, head);
  headers = policy ? { "content-security-policy": policy } : {};
  return visit(browser, address, options);
}

test("a sound page has no problem", async () => {
  const visited = await visitPlanted(`<p>All is well.</p><a href="/">Again</a>`);
  assert.deepEqual(visited.problems, []);
  assert.deepEqual(await accessibilityFaults(visited.page), []);
  assert.equal(await visited.shifts(), 0);
  assert.equal(await isTooWide(visited.page), false);
  assert.ok(visited.bytes() > 100 && visited.bytes() < 2000, `${visited.bytes()} bytes`);
  await visited.close();
});

test("an error of a script is found", async () => {
  const visited = await visitPlanted(`<script>missing()</script>`);
  assert.match(visited.problems.join(), /missing is not defined/);
  await visited.close();
});

test("a violation of the policy is found", async () => {
  const visited = await visitPlanted(`<script>1</script>`, { policy: "default-src 'none'; img-src data:" });
  assert.match(visited.problems.join(), /Content Security Policy/);
  await visited.close();
});

test("a missing file is found", async () => {
  const visited = await visitPlanted(`<img src="/none.png" alt="none">`);
  assert.match(visited.problems.join(), /404/);
  await visited.close();
});

test("a picture without words is found", async () => {
  const visited = await visitPlanted(`<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`);
  assert.match((await accessibilityFaults(visited.page)).join(), /image-alt/);
  await visited.close();
});

test("text too pale in the dark theme is found there", async () => {
  const head = `<style>@media (prefers-color-scheme: dark) { body { background: #222; color: #444 } }</style>`;
  const light = await visitPlanted(`<p>Pale</p>`, { head, theme: "light" });
  assert.deepEqual(await accessibilityFaults(light.page), []);
  await light.close();
  const dark = await visitPlanted(`<p>Pale</p>`, { head, theme: "dark" });
  assert.match((await accessibilityFaults(dark.page)).join(), /color-contrast/);
  await dark.close();
});

test("a shift after an input is found", async () => {
  const script = `<script>document.querySelector("button").onclick = (e) => e.target.insertAdjacentHTML("beforebegin", "<p style='height:200px'>New</p>")</script>`;
  const visited = await visitPlanted(`<button>More</button><p>Below</p>${script}`);
  await visited.page.click("button");
  await visited.page.waitForTimeout(200);
  assert.ok((await visited.shifts()) > 0);
  await visited.close();
});

test("a page wider than a phone is found", async () => {
  const visited = await visitPlanted(`<p style="width:500px">Wide</p>`, { size: PHONE });
  assert.equal(await isTooWide(visited.page), true);
  await visited.close();
});

test("the keyboard's walk names its stops and sees a focus that cannot be seen", async () => {
  const head = `<style>.hidden:focus { outline: none }</style>`;
  const visited = await visitPlanted(`<a href="/">One</a><button class="hidden">Two</button><input aria-label="Three">`, { head });
  const stops = await keyboardWalk(visited.page);
  assert.deepEqual(stops.map((stop) => stop.text), ["a One", "button Two", "input Three"]);
  assert.deepEqual(stops.map((stop) => stop.unseen), [false, true, false]);
  assert.deepEqual(stops.missed, []);
  await visited.close();
});

test("the keyboard's walk names what it cannot reach", async () => {
  const trap = `<script>document.querySelector("button").onkeydown = (e) => e.preventDefault()</script>`;
  const visited = await visitPlanted(`<a href="/">One</a><button>Two</button><input aria-label="Three">${trap}`);
  const { missed } = await keyboardWalk(visited.page);
  assert.match(missed.join(), /Three/);
  await visited.close();
});

test("without script a page's script does nothing", async () => {
  const visited = await visitPlanted(`<p>Old</p><script>document.querySelector("p").textContent = "New"</script>`, { script: false });
  assert.equal(await visited.page.textContent("p"), "Old");
  await visited.close();
});
