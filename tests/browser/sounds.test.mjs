// Sounds before a page may play any: they are not kept to be heard all at once.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

let begun = 0;
/** @type {(() => void)[]} */
const asked = [];

/** A context that may play only after an input, as browsers' own. */
class FakeContext {
  state = "suspended";
  currentTime = 0;
  destination = {};

  resume() {
    return new Promise((resolve) => asked.push(() => resolve(null)));
  }

  createOscillator() {
    return { frequency: {}, connect: (/** @type {object} */ next) => next, start: () => (begun += 1), stop() {} };
  }

  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (/** @type {object} */ next) => next };
  }
}

test("what was to be heard before the first input is not heard all at once after it", async () => {
  const page = /** @type {any} */ (globalThis);
  page.AudioContext = FakeContext;
  page.document = { querySelector: () => ({}) };
  // By its text, for to node a .js without a package is not a module.
  const source = readFileSync(new URL("../../static/js/play/sounds.js", import.meta.url), "utf8");
  const { playSound } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const early = [playSound("ply"), playSound("ply")];
  await new Promise((resolve) => setTimeout(resolve, 600));
  const now = playSound("ply");
  for (const resume of asked) resume();
  await Promise.all([...early, now]);
  assert.equal(begun, 1);
});
