// Runs all *.test.mjs (or those that are named) against one service with the demonstration records.
//
// A file with a test that failed is run again, alone: a browser on a busy machine may be late. What passes then is named at
// the end, because it still wants a look; what fails twice has failed.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { startService } from "./service.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));

/** Longer than any file takes on a busy machine: what hangs is named, and ends. */
const PATIENCE = 900_000;
/** With more files that fail, it is not the machine. */
const MOST_AGAIN = 3;

/** Runs files, and tells what passed and what failed, by file. */
async function run(env, files, concurrency) {
  const flags = ["--test", "--test-reporter=tap", `--test-concurrency=${concurrency}`, `--test-timeout=${PATIENCE}`];
  const tests = spawn(process.execPath, [...flags, ...files], { cwd: here, stdio: ["inherit", "pipe", "inherit"], env });
  const told = { code: 0, passed: 0, failed: [] };
  const ended = new Promise((resolve) => tests.on("close", (code) => resolve(code ?? 1)));
  let last = null;
  for await (const line of createInterface({ input: tests.stdout })) {
    // Both runs are counted together, below.
    if (/^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(line)) continue;
    console.log(line);
    if (/^ *ok \d+ - /.test(line)) told.passed += 1;
    const [, verdict, name] = line.match(/^(ok|not ok) \d+ - (.*)$/) ?? [];
    if (verdict) last = verdict === "ok" ? null : { name, file: basename(name) };
    if (last && !told.failed.includes(last)) told.failed.push(last);
    const [, place] = line.match(/^ {2}location: '(.*?):\d+:\d+'$/) ?? [];
    if (last && place) last.file = basename(place);
  }
  told.code = await ended;
  return told;
}

const service = await startService({ demo: true, files: ["../../../demo/sample.ggn", "unfinished.ggn"] });
try {
  const env = { ...process.env, TESTED_URL: service.url };
  let { code, passed, failed } = await run(env, files, 2);
  const again = files.filter((file) => failed.some((one) => one.file === file));
  if (failed.length > 0 && again.length <= MOST_AGAIN && failed.every((one) => again.includes(one.file))) {
    const second = await run(env, again, 1);
    code = second.code;
    const late = failed.filter((one) => !second.failed.some((other) => other.name === one.name));
    for (const one of late) console.log(`# passed when run again: ${one.name} (${one.file})`);
    passed += late.length;
    failed = second.failed;
  }
  console.log(`# pass ${passed}\n# fail ${failed.length}`);
  process.exitCode = code === 0 && failed.length > 0 ? 1 : code;
} finally {
  await service.stop();
}
