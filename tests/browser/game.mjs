// People who play each other in browsers of their own: they sign up, meet in the lobby, deploy and play.

import assert from "node:assert/strict";

import { DESKTOP, PHONE, faultsInThisLook, isComplaint, isTooWide } from "./browser.mjs";
import { SITE } from "./site.mjs";

const PASSWORD = "tatlong bibe sa ilog";
/** Tells the names of one run of the tests from those of another. */
const RUN = [...String(process.pid)].map((digit) => "abcdefghij"[digit]).join("");

/** The page of somebody who has not signed up; `options` are those of a context. */
export async function visitor(browser, options = {}) {
  const page = await (await browser.newContext(options)).newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`script: ${error.message}`));
  page.on("console", (message) => { if (isComplaint(message)) page.problems.push(message.text()); });
  return page;
}

/** Checks that a page is as wide as its window and has no fault of accessibility, small and large. */
export async function sound(page, what) {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    assert.equal(await isTooWide(page), false, `${what}: wider than ${size.width}px`);
    assert.deepEqual(await faultsInThisLook(page), [], `${what}, ${size.width}px`);
  }
}

/** Presses what leads to another page. */
export const press = (page, selector) => Promise.all([page.waitForNavigation(), page.click(selector)]);

/** The page of somebody who has just signed up; `options` are those of a context, `site` the service. */
export async function somebody(browser, name, options = {}, site = SITE) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.called = `${name} ${RUN}`;
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`script: ${error.message}`));
  page.on("console", (message) => { if (isComplaint(message)) page.problems.push(message.text()); });
  page.site = site;
  await page.goto(`${site}/sign-up`);
  await page.fill('main [name="name"]', page.called);
  await page.fill('main [name="password"]', PASSWORD);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  return page;
}

/** The first offers a game as White, the second takes it up; gives its address. */
export async function meet(ana, ben) {
  await ana.goto(`${ana.site}/play/new`);
  await ana.check('main [name="color"][value="white"]');
  await Promise.all([ana.waitForNavigation(), ana.click("main form .primary")]);
  await ben.goto(`${ben.site}/play`);
  await Promise.all([ben.waitForNavigation(), ben.locator("li", { hasText: ana.called }).locator("button").first().click()]);
  await ana.waitForURL(ben.url());
  return ben.url();
}

/** Hands in any set-up. */
export async function deploy(page) {
  await page.click('#deploy [data-tool="random"]');
  await Promise.all([page.waitForNavigation(), page.click("#deployment .primary")]);
}

/** Waits for the board and its script, which takes the links off the pieces: until then a tap follows them. */
export const boardIsReady = (page) => page.waitForFunction(() => document.getElementById("table") && !document.querySelector("#table .pieces a"));

/** Who has not deployed yet does; gives who has the first ply, and the other. */
export async function begin(ana, ben) {
  for (const page of [ana, ben]) if (await page.locator("#deployment").count()) await deploy(page);
  for (const page of [ana, ben]) await boardIsReady(page);
  return (await moves(ana)).length > 0 ? [ana, ben] : [ben, ana];
}

export const moves = (page) => page.evaluate(() => document.getElementById("table").dataset.moves.split(" ").filter(Boolean));
export const plies = (page) => page.locator(".plies .ply").count();
export const until = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".plies .ply").length === wanted, count);

/** The middle of a square on the screen. */
export function middle(page, square) {
  return page.evaluate((name) => {
    const table = document.getElementById("table");
    const flipped = table.dataset.flipped === "true";
    const [file, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const last = table.dataset.game === "three-generals" ? 8 : 7;
    const [x, y] = flipped ? [8 - file, row] : [file, last - row];
    const point = new DOMPoint(6 + x * 70 + 35, 6 + y * 70 + 35).matrixTransform(table.getScreenCTM());
    return [point.x, point.y];
  }, square);
}

/** Taps the squares of a ply, one after the other. */
export async function tap(page, ply) {
  // The board may be another one a moment later: it is looked up and scrolled to at once.
  await page.evaluate(() => document.getElementById("table").scrollIntoView({ block: "nearest" }));
  for (const square of ply.split("-")) await page.mouse.click(...(await middle(page, square)));
}

/** Plays something by tapping, once it is one's turn; gives the ply. */
export async function playOn(page) {
  await page.waitForFunction(() => document.getElementById("table").dataset.moves !== "");
  const number = await plies(page);
  const [ply] = await moves(page);
  await tap(page, ply);
  await until(page, number + 1);
  return ply;
}

/** Holds the plies that a page sends; the function that this gives lets them go on. */
export async function holdPlies(page) {
  let letGo = () => {};
  const held = new Promise((resolve) => { letGo = resolve; });
  await page.route("**/ply", async (route) => { await held; await route.continue(); });
  return letGo;
}
