// The page of the open archive, with a month that `adjutant archive` wrote: sound at both sizes, and its file is what it says.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ALL_LOOKS, faultsInThisLook, isTooWide, startBrowser, visit } from "./browser.mjs";
import { startService } from "./service.mjs";

const FILE = "adjutant-games-2025-10.ggn.zst";

/** @type {Awaited<ReturnType<typeof startBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof startService>>} */
let service;
/** @type {string} */
let directory;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), "adjutant-archive-"));
  service = await startService({ files: ["../../../demo/sample.ggn"], env: { ADJUTANT_ARCHIVE_DIR: directory }, prepare: datedBack });
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * @param {string} dataDir
 * @param {string[]} args
 */
function adjutant(dataDir, ...args) {
  const binary = process.env.TESTED_ADJUTANT ?? "target/debug/adjutant";
  const done = spawnSync(binary, [...args, "--data-dir", dataDir], { encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr + done.stdout);
}

/**
 * All games were stored in October 2025.
 * @param {string} dataDir
 */
function datedBack(dataDir) {
  adjutant(dataDir, "db", "--write", "UPDATE games SET imported_at = 1760000000000000");
}

test("before anything is archived the page says that nothing is archived", async () => {
  for (const look of ALL_LOOKS) {
    const visited = await visit(browser, `${service.url}/archive`, look);
    assert.equal(await visited.page.locator("table").count(), 0);
    assert.deepEqual(await faultsInThisLook(visited.page), []);
    assert.deepEqual(visited.problems, []);
    await visited.close();
  }
});

test("the page of the open archive is sound, and its files are what it says", async () => {
  adjutant(service.dataDir, "archive", directory);
  for (const look of ALL_LOOKS) {
    const visited = await visit(browser, `${service.url}/games`, look);
    const { page } = visited;
    await page.locator("main a[href='/archive']").click();
    await page.waitForURL(/\/archive$/);
    assert.equal(await page.locator("tbody tr").count(), 1);
    assert.equal(await isTooWide(page), false);
    assert.deepEqual(await faultsInThisLook(page), []);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: FILE }).click()]);
    assert.equal(download.suggestedFilename(), FILE);
    const got = createHash("sha256").update(readFileSync(await download.path())).digest("hex");
    assert.equal(await page.locator("tbody code").textContent(), got);
    assert.deepEqual(visited.problems, []);
    await visited.close();
  }
});
