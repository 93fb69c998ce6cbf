// A review room: the leader steps, a follower follows, leaves and follows again; the lead changes hands.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, accessibilityFaults, isTooWide, startBrowser, tabTo, visit } from "./browser.mjs";
import { press, signUp } from "./people.mjs";
import { parameter } from "./replay-page.mjs";
import { firstGame, SITE } from "./site.mjs";

let browser, room, leader;

const ply = (page, number) => page.waitForFunction((wanted) => document.getElementById("slider").value === String(wanted), number);
const said = (page) => page.textContent("#said");
const says = (page, id, words) => page.waitForFunction(([id, words]) => document.getElementById(id).textContent.includes(words), [id, words]);

before(async () => {
  browser = await startBrowser();
  leader = await signUp(browser, SITE, "Room Ana", DESKTOP);
  await leader.goto(`${SITE}${await firstGame("?termination=flag-captured")}`);
  await press(leader, 'a[data-at$="/rooms/new"]');
  await press(leader, "#room-new button");
  room = leader.url().split("?")[0];
  assert.match(room, /\/rooms\/[a-z2-7]{52}$/);
});

after(() => browser.close());

test("a follower sees what the leader shows, breaks away, and follows again by keyboard", async () => {
  const { page, problems, close } = await visit(browser, room, { size: PHONE });
  await says(leader, "room-followers", "1");
  for (let step = 0; step < 3; step += 1) await leader.keyboard.press("ArrowRight");
  await ply(page, 3);
  assert.equal(await said(page), await said(leader));
  await leader.click("a[data-view=white]");
  await leader.keyboard.press("f");
  await page.waitForSelector("a[data-view=white][aria-current]");
  await page.waitForSelector("#slot-top #seat-white");
  assert.equal(page.url(), room, "the room's address stays");

  await page.keyboard.press("ArrowLeft");
  await says(page, "room-said", "on your own");
  await leader.keyboard.press("End");
  await says(page, "room-at", "The leader is at move");
  assert.equal(await page.inputValue("#slider"), "2");
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.equal(await isTooWide(page), false);
  await tabTo(page, "#room-away");
  await page.keyboard.press("Enter");
  await ply(page, await leader.inputValue("#slider"));
  await says(page, "room-said", "You are following the leader");
  assert.deepEqual(problems, []);
  await close();
});

test("the lead is handed over while both look, and back", async () => {
  const ben = await signUp(browser, SITE, "Room Ben", PHONE);
  await ben.goto(room);
  await leader.click("#room-more summary");
  await leader.waitForSelector("#crown-to");
  assert.deepEqual(await accessibilityFaults(leader), []);
  await press(leader, "#crown button");
  await says(ben, "room-leads", "You lead");
  await ben.keyboard.press("Home");
  await ben.keyboard.press("ArrowRight");
  await ply(leader, 1);
  assert.equal(await isTooWide(ben), false);
  await press(leader, "#room-desk form.press button");
  await says(ben, "room-said", "leads now");
  await leader.keyboard.press("ArrowRight");
  await ply(ben, 2);
  await ben.context().close();
});

test("without a script the page has the leader's ply; a room that ends says so", async () => {
  const plain = await visit(browser, room, { size: PHONE, script: false });
  assert.equal(await plain.page.locator("#replay").getAttribute("data-ply"), await leader.inputValue("#slider"));
  assert.equal(await plain.page.locator(`noscript a, a[href="${new URL(room).pathname}"]`).first().isVisible(), true);
  await plain.close();
  const { page, problems, close } = await visit(browser, room);
  await leader.click("#room-more summary");
  await press(leader, "#room-desk details form.press button");
  await says(page, "room-said", "has ended");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(problems, []);
  await close();
});

test("a review begins at the move shown; what is drawn on its board is kept", async () => {
  await leader.goto(`${SITE}${await firstGame("?termination=flag-captured")}?ply=5`);
  await press(leader, 'a[data-at$="/reviews/new"]');
  await leader.fill("#review-title", "The left wing");
  await press(leader, "#review button");
  assert.equal(await parameter(leader, "ply"), "5");
  const center = async (square) => {
    const box = await leader.locator("#board").boundingBox();
    const cell = (box.width / 642) * 70;
    const [file, row] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    return [box.x + (box.width / 642) * 6 + (file + 0.5) * cell, box.y + (box.width / 642) * 6 + (7.5 - row) * cell];
  };
  await leader.mouse.move(...(await center("e3")));
  await leader.mouse.down({ button: "right" });
  await leader.mouse.move(...(await center("e5")));
  await leader.mouse.up({ button: "right" });
  assert.equal(await leader.inputValue("#remark-marks"), "Ge3e5");
  await leader.click("#draw");
  await leader.mouse.click(...(await center("b2")));
  await leader.mouse.click(...(await center("b2")));
  assert.equal(await leader.inputValue("#remark-marks"), "Ge3e5 Gb2");
  const drawn = () => leader.locator("#review-marks > *").evaluateAll((all) => all.map((one) => `${one.getAttribute("class")} ${one.tagName}`).sort());
  const shapes = await drawn();
  assert.deepEqual(shapes, ["tint-green path", "tint-green rect"]);
  assert.deepEqual(await accessibilityFaults(leader), []);
  await press(leader, "#remark button");
  assert.deepEqual(await drawn(), shapes, "the server draws the same");
});

test("a room shows what published reviews say of the move, and draws it", async () => {
  await press(leader, 'form:has([value="publish"]) button');
  await press(leader, '.about a[href^="/games/"]');
  await press(leader, 'a[data-at$="/rooms/new"]');
  await press(leader, "#room-new button");
  const { page, problems, close } = await visit(browser, leader.url().split("?")[0], { size: PHONE });
  await says(leader, "room-followers", "1");
  const drawn = () => page.locator("#board .review-marks > *").count();
  await page.click("#tab-remarks");
  await page.waitForFunction(() => document.querySelector("#remarks [aria-current]"));
  assert.equal(await drawn(), 2);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.equal(await isTooWide(page), false);
  await leader.keyboard.press("ArrowRight");
  await ply(page, 6);
  assert.equal(await drawn(), 0);
  await page.click("#remarks li a");
  await ply(page, 5);
  assert.equal(await drawn(), 2, "its link leads to the move, in the room");
  await says(page, "room-said", "on your own");
  assert.deepEqual(problems, []);
  await close();
});
