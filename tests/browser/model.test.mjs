// The replay's own arithmetic, without a browser: who stands where, who has fallen, what is known.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// By its text, for to node a .js without a package is not a module.
const source = readFileSync(new URL("../../static/js/replay/model.js", import.meta.url), "utf8");
const { clocks, fallen, knownRank, life, marks, mover, positions, thinking } = await import(
  `data:text/javascript,${encodeURIComponent(source)}`
);

const piece = (color, origin, rank) => ({ color, origin, rank });
const step = (from, to, clock = null) => ({ from, to, challenge: false, verdict: null, clock });
const fight = (from, to, verdict) => ({ from, to, challenge: true, verdict, clock: null });

/** White: a5 wins, then splits; a Private that is promoted. Black: a Flag. */
const replay = {
  files: 9,
  rows: 8,
  first: "white",
  time_control: { base: 100, increment: 5 },
  pieces: [piece("white", "a3", "5"), piece("white", "b3", "P"), piece("black", "a6", "4"), piece("black", "c6", "5"), piece("black", "i8", "F")],
  promotions: [{ origin: "b3", ply: 5 }],
  disclosed: [{ origin: "i8", ply: 3, rank: "F" }],
  plies: [
    step("a3", "a4", 98), step("a6", "a5", 100),
    fight("a4", "a5", "challenger"), step("c6", "c5", 60),
    step("a5", "b5"), fight("c5", "b5", "split"),
  ],
};
const boards = positions(replay);

test("a piece keeps its origin wherever it stands", () => {
  assert.equal(boards.length, 7);
  assert.equal(boards[0].get("a3"), "a3");
  assert.equal(boards[1].get("a4"), "a3");
  assert.equal(boards[3].get("a5"), "a3");
  assert.equal(boards[3].has("a4"), false);
});

test("after a split the square is empty; after a lost challenge the defender stays", () => {
  assert.equal(boards[6].has("b5"), false);
  assert.equal(boards[6].has("c5"), false);
  const lost = { ...replay, plies: [step("a3", "a4"), step("a6", "a5"), fight("a4", "a5", "defender")] };
  const after = positions(lost)[3];
  assert.equal(after.get("a5"), "a6");
  assert.equal(after.has("a4"), false);
});

test("the fallen are named in the order of falling, of two the challenger first", () => {
  assert.deepEqual(fallen(replay, boards, 2), []);
  assert.deepEqual(fallen(replay, boards, 6), [
    { origin: "a6", ply: 3 }, { origin: "c6", ply: 6 }, { origin: "a3", ply: 6 },
  ]);
});

test("a view knows its own ranks, and of the others what was disclosed by then", () => {
  assert.equal(knownRank(replay, "white", "a3", 0), "5");
  assert.equal(knownRank(replay, "black", "a3", 6), null);
  assert.equal(knownRank(replay, "public", "a3", 6), null);
  assert.equal(knownRank(replay, "revealed", "a3", 0), "5");
  assert.equal(knownRank(replay, "public", "i8", 2), null);
  assert.equal(knownRank(replay, "public", "i8", 3), "F");
});

test("a promoted Private is a Spy from that ply on, to those who know it", () => {
  assert.equal(knownRank(replay, "white", "b3", 4), "P");
  assert.equal(knownRank(replay, "white", "b3", 5), "S");
  assert.equal(knownRank(replay, "black", "b3", 5), null);
});

test("where a piece carries no rank no view knows one", () => {
  const secret = { ...replay, promotions: [], disclosed: [], pieces: replay.pieces.map((one) => piece(one.color, one.origin, null)) };
  for (const view of ["white", "black", "public", "revealed"]) {
    for (const { origin } of secret.pieces) assert.equal(knownRank(secret, view, origin, 6), null);
  }
});

test("clocks are each side's last, and a think is what the clock lost with the increment", () => {
  assert.deepEqual(clocks(replay, 0), { white: 100, black: 100 });
  assert.deepEqual(clocks(replay, 4), { white: 98, black: 60 });
  assert.deepEqual(thinking(replay), [7, 5, null, 45, null, null]);
  assert.equal(mover(replay, 1), "white");
  assert.equal(mover({ ...replay, first: "black" }, 1), "black");
});

test("clocks that differ, and times for each ply, are each side's own", () => {
  const own = { base: 100, increment: 5, black: { base: 120, increment: 0, each_ply: true } };
  const other = { ...replay, time_control: own };
  assert.deepEqual(clocks(other, 0), { white: 100, black: 120 });
  assert.deepEqual(thinking(other), [7, 20, null, 60, null, null]);
});

test("the slider marks challenges, splits and long thinks", () => {
  const found = marks(replay, boards, "public").map(({ ply, kind }) => `${ply} ${kind}`);
  assert.deepEqual(found, ["3 challenge", "4 long", "6 split"]);
});

test("a life has its path, its challenges and its end", () => {
  const told = life(replay, boards, "a3");
  assert.deepEqual(told.path.map((one) => one.square), ["a3", "a4", "a5", "b5"]);
  assert.deepEqual(told.challenges.map((one) => [one.ply, one.challenger, one.verdict]), [[3, true, "challenger"], [6, false, "split"]]);
  assert.equal(told.fate.ply, 6);
  const other = life(replay, boards, "a6");
  assert.equal(other.fate.ply, 3);
  assert.equal(life(replay, boards, "i8").square, "i8");
});
