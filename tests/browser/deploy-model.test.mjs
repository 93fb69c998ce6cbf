// The arithmetic of the board on which one deploys, without a browser: drafts, what is wrong with them, share codes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// By its text, for to node a .js without a package is not a module.
async function script(name) {
  const source = readFileSync(new URL(`../../static/js/deploy/${name}`, import.meta.url), "utf8");
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}

const { Drafts, empty, faults, fromNotation, isDraft, left, mirrored, notation, put, swap, toPlace } = await script("model.js");
const { decode, digits, draftOf, encode, random, total } = await script("share-code.js");

/** Rules as a page embeds them, for an army of these letters on three rows, or on four with a border. */
function rules(rows, letters) {
  const army = [..."54321CLMKABTPSF"].map((rank) => [rank, [...letters].filter((letter) => letter === rank).length]);
  return { files: 9, squares: Array(9 * rows).fill("a1"), army, border: rows === 4 ? { squares: 9, most: 1 } : null };
}
const STANDARD = rules(3, "54321CLMKABTPPPPPPSSF");
const KRIG = rules(4, "54321CLMKABTPPPPPPSSF");
const EXAMPLE = "3..PL5P...ASKTP.4SBMCPPF12P";

/** What an independent script found: crates/salpakan/tests/record/share_codes.py. */
const golden = readFileSync(new URL("../../crates/salpakan/tests/record/data/share-codes.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [key, length, white, black, code] = line.split(" ");
    const ruleSet = rules(key.startsWith("krig") ? 4 : 3, white.replace(/[./]/g, ""));
    return { ruleSet, length: Number(length), white, black, code };
  });

test("share codes are those of the independent script, both ways and for both sides", () => {
  assert.ok(golden.length > 70);
  for (const { ruleSet, length, white, black, code } of golden) {
    const draft = fromNotation(white, ruleSet, "white");
    assert.equal(fromNotation(black, ruleSet, "black"), draft, black);
    assert.equal(digits(ruleSet), length);
    assert.equal(encode(draft, ruleSet), code, white);
    assert.deepEqual(decode(` ${code.toUpperCase()} `, ruleSet), { draft });
    assert.equal(notation(draft, ruleSet, "white"), white);
    assert.equal(notation(draft, ruleSet, "black"), black);
    assert.deepEqual(faults(draft, ruleSet), []);
  }
});

test("what is no code of the army is told apart", () => {
  for (const text of ["", "o", "06ev2f1j7fws66l", "06ev-2f1j-7fws668", "0".repeat(19)]) assert.deepEqual(decode(text, STANDARD), { fault: "none" }, text);
  assert.deepEqual(decode("06ev2f1j7fws668", KRIG), { fault: "other", digits: 15, expected: 16 });
  assert.deepEqual(decode("8wnbmvv82ye4g00", STANDARD), { fault: "large" });
  assert.deepEqual(decode("zzzzzzzzzzzzzzz", STANDARD), { fault: "large" });
});

test("any number below the total is one legal set-up, whose code leads back to it", () => {
  for (const ruleSet of [STANDARD, KRIG, rules(3, "FPP"), rules(4, "F")]) {
    for (let n = 0n; n < 40n; n += 1n) {
      const number = (n * 0x9e3779b97f4a7c15f39cc0605cedc835n) % total(ruleSet);
      const draft = draftOf(number, ruleSet);
      assert.deepEqual(faults(draft, ruleSet), []);
      assert.deepEqual(decode(encode(draft, ruleSet), ruleSet), { draft });
    }
  }
  const all = rules(3, "F");
  const every = Array.from({ length: 27 }, (_, n) => draftOf(BigInt(n), all));
  assert.equal(new Set(every).size, 27);
});

test("what is drawn at random is legal, and even: no number beyond the last round is taken", () => {
  for (const ruleSet of [STANDARD, KRIG]) {
    for (let n = 0; n < 50; n += 1) assert.deepEqual(faults(random(ruleSet), ruleSet), []);
  }
  const draws = [new Uint8Array(12).fill(255), new Uint8Array(12).fill(0)];
  const drawn = random(STANDARD, (bytes) => { bytes.set(draws.shift()); return bytes; });
  assert.equal(drawn, draftOf(0n, STANDARD), "the first draw lies beyond");
  assert.deepEqual(draws, []);
});

test("all faults are found, in the order of the rules", () => {
  assert.equal(faults(empty(STANDARD), STANDARD).length, 15);
  assert.equal(toPlace(empty(STANDARD), STANDARD), 21);
  const two = put(put(EXAMPLE, 1, "F"), 3, ".");
  assert.deepEqual(faults(two, STANDARD), [
    { kind: "count", rank: "P", have: 5, want: 6, cells: [] },
    { kind: "count", rank: "F", have: 2, want: 1, cells: [1, 23] },
  ]);
  assert.equal(left(two, STANDARD, "F"), 0);
  const border = fromNotation("5.....4../3..PL.P../.ASKTP..S/BMCPPF12P", KRIG, "white");
  assert.deepEqual(faults(border, KRIG), [{ kind: "border", count: 2, cells: [0, 6] }]);
  const few = rules(3, "FPP");
  assert.deepEqual(faults(put(empty(few), 0, "5"), few).map((fault) => fault.rank), ["5", "P", "F"]);
});

test("what is written as rows is read, and nothing else", () => {
  const rows = "3..PL5P../.ASKTP.4S/BMCPPF12P";
  assert.equal(fromNotation(` ${rows} `, STANDARD, "white"), EXAMPLE);
  assert.equal(fromNotation(rows, KRIG, "white"), "." .repeat(9) + EXAMPLE);
  for (const wrong of ["", "//", "3..PL5P../.ASKTP.4S", `.........${"/........."}${"/........."}${"/........."}`, "3..PL5P.../ASKTP.4S/BMCPPF12P", rows.toLowerCase()]) {
    assert.equal(fromNotation(wrong, STANDARD, "white"), null, wrong);
  }
  assert.equal(isDraft(EXAMPLE, STANDARD), true);
  for (const wrong of [undefined, "", `${EXAMPLE}.`, EXAMPLE.replace("3", "x")]) assert.equal(isDraft(wrong, STANDARD), false);
});

test("pieces change places, the board its sides", () => {
  assert.equal(swap(EXAMPLE, 0, 1), ".3.PL5P...ASKTP.4SBMCPPF12P");
  assert.equal(mirrored(EXAMPLE, STANDARD), "..P5LP..3S4.PTKSA.P21FPPCMB");
});

test("one goes back and forth between drafts, and a new one ends the way forth", () => {
  const drafts = new Drafts("a");
  assert.deepEqual([drafts.undo(), drafts.redo(), drafts.to("a")], [false, false, false]);
  for (const draft of ["b", "c", "d"]) assert.equal(drafts.to(draft), true);
  assert.deepEqual([drafts.undo(), drafts.undo(), drafts.now], [true, true, "b"]);
  assert.deepEqual([drafts.redo(), drafts.now], [true, "c"]);
  drafts.to("e");
  assert.deepEqual([drafts.redo(), drafts.now], [false, "e"]);
  assert.deepEqual([drafts.undo(), drafts.now], [true, "c"]);
});
