// The real service as a process of its own: records imported, started on a free port, stopped by its id.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const binary = process.env.TESTED_ADJUTANT ?? join(here, "../../target/debug/adjutant");
const START_LIMIT = 180_000;

/**
 * Starts a service with an empty data directory, the given files (their paths, from data/) and, if wanted, the demo; `prepare` gets the directory
 * before it starts. Gives its `url`, `stop()`,
 * and `killed()`, which kills it without a warning and starts it anew at the same address.
 */
export async function startService({ files = [], demo = false, env = {}, prepare = (/** @type {string} */ _dataDir) => {} } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "adjutant-browser-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    importRecords(dataDir, files.map((name) => resolve(here, "data", name)));
    prepare(dataDir);
  } catch (error) {
    remove();
    throw error;
  }
  // No limit on requests: these tests ask more in a minute than any visitor.
  // Levels of the computer that play each other would end games that no test has asked for, and lists begin with the newest.
  const quiet = { ADJUTANT_COMPUTER_MATCH_MINUTES: "0" };
  const settings = { ...process.env, ADJUTANT_REQUESTS_A_MINUTE: "0", ADJUTANT_SIGN_UPS_AN_HOUR: "0", ...quiet, ...env };
  const serve = (address, more) => {
    const args = ["serve", "--listen", address, "--data-dir", dataDir, ...more];
    return spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"], env: settings });
  };
  let service = serve("127.0.0.1:0", demo ? ["--demo"] : []);
  const end = async (signal) => {
    const ended = new Promise((resolve) => service.once("exit", resolve));
    if (service.exitCode === null && service.signalCode === null && service.kill(signal)) await ended;
  };
  const stop = async () => {
    await end("SIGTERM");
    remove();
    return service.exitCode;
  };
  try {
    const url = await addressOf(service);
    const killed = async (away = 0) => {
      await end("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, away));
      service = serve(new URL(url).host, []);
      await addressOf(service);
    };
    return { url, dataDir, stop, killed };
  } catch (error) {
    await stop();
    throw error;
  }
}

function importRecords(dataDir, paths) {
  if (paths.length === 0) return;
  const done = spawnSync(binary, ["import", "--data-dir", dataDir, ...paths], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`import failed: ${done.error ?? ""}${done.stderr}${done.stdout}`);
}

function addressOf(service) {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk) => {
      said += chunk;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    service.stdout.on("data", listen);
    service.stderr.on("data", listen);
    service.on("error", reject);
    service.on("exit", (code) => reject(new Error(`the service ended with ${code}:\n${said}`)));
    setTimeout(() => reject(new Error(`no address after ${START_LIMIT} ms:\n${said}`)), START_LIMIT).unref();
  });
}
