// Starts the real service on a free port with its demonstration records and those of data/, runs all
// *.test.mjs against it, and stops it again by its own id.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const binary = process.env.ADJUTANT_BIN ?? join(here, "../../target/debug/adjutant");
const dataDir = mkdtempSync(join(tmpdir(), "adjutant-browser-"));

function importRecords() {
  const files = readdirSync(join(here, "data")).filter((name) => name.endsWith(".ggn"));
  const paths = files.map((name) => join(here, "data", name));
  const done = spawnSync(binary, ["import", "--data-dir", dataDir, ...paths], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`import failed: ${done.stderr}${done.stdout}`);
}

/** The service and the address that it prints. */
function serve() {
  const service = spawn(binary, ["serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const address = new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    service.stdout.on("data", listen);
    service.stderr.on("data", listen);
    service.on("exit", (code) => reject(new Error(`the service ended with ${code}:\n${said}`)));
    setTimeout(() => reject(new Error(`the service printed no address in 120 s:\n${said}`)), 120_000).unref();
  });
  return { service, address };
}

async function main() {
  importRecords();
  const { service, address } = serve();
  try {
    const url = await address;
    const files = process.argv.slice(2).length > 0 ? process.argv.slice(2) : testFiles();
    const tests = spawn(process.execPath, ["--test", ...files], {
      cwd: here,
      stdio: "inherit",
      env: { ...process.env, ADJUTANT_URL: url },
    });
    return await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
  } finally {
    const ended = new Promise((resolve) => service.on("exit", resolve));
    if (service.exitCode === null && service.kill("SIGTERM")) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function testFiles() {
  return readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
}

process.exitCode = await main();
