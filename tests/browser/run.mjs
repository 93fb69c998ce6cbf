// Runs all *.test.mjs (or those that are named) against one service with the demonstration records.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { startService } from "./service.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));

/** Longer than any file takes on a busy machine: what hangs is named, and ends. */
const PATIENCE = 900_000;

const service = await startService({ demo: true, files: ["../../../demo/sample.ggn", "unfinished.ggn"] });
try {
  const env = { ...process.env, TESTED_URL: service.url };
  const tests = spawn(process.execPath, ["--test", "--test-concurrency=2", `--test-timeout=${PATIENCE}`, ...files], { cwd: here, stdio: "inherit", env });
  process.exitCode = await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
} finally {
  await service.stop();
}
