import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDataDir, removeDataDir } from "../support/service.ts";

const root = new URL("../..", import.meta.url);
const shells = ["/bin/dash", "/bin/bash"].filter(existsSync);

/** The service must finish its work within 25 s; the rest is npm's. */
const STOPPED_WITHIN_MS = 30_000;

let dataDir: string;
let npm: ChildProcess | undefined;

beforeEach(() => {
  dataDir = createDataDir();
});

afterEach(async () => {
  if (npm !== undefined && isRunning(-Number(npm.pid))) process.kill(-Number(npm.pid), "SIGKILL");
  npm = undefined;
  await removeDataDir(dataDir);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a script of package.json in a process group of its own, as a supervisor does, and waits until it is ready. */
async function startScript(args: readonly string[], shell: string): Promise<ChildProcess> {
  npm = spawn("npm", ["run", "--ignore-scripts", `--script-shell=${shell}`, ...args], {
    cwd: root,
    detached: true,
    env: { ...process.env, RUAFLOW_DATA_DIR: dataDir, RUAFLOW_PORT: "0", RUAFLOW_SOURCE_ENRICHMENT: "offline" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  for await (const chunk of npm.stdout ?? []) {
    output += chunk;
    if (output.includes("Ctrl-C stops it")) return npm;
  }
  throw new Error(`npm ended:\n${output}`);
}

async function expectAllToEnd(started: ChildProcess): Promise<void> {
  if (started.exitCode === null && started.signalCode === null) await once(started, "exit");
  // 0: the service stopped by itself, with its work done; npm only passes its code on.
  expect(started.exitCode).toBe(0);
  expect(isRunning(-Number(started.pid)), "a process of the group is left").toBe(false);
}

const cases = shells.flatMap((shell) => [
  { shell, signal: "SIGTERM", whom: "npm" } as const,
  // npm passes it on to the service, which has it already.
  { shell, signal: "SIGINT", whom: "the process group" } as const,
]);

test.each(cases)("$signal to $whom ends npm start and its service ($shell)", { timeout: 90_000 }, async (given) => {
  const started = await startScript(["start"], given.shell);
  const stoppedAt = performance.now();
  process.kill(Number(started.pid) * (given.whom === "npm" ? 1 : -1), given.signal);
  await expectAllToEnd(started);
  expect(performance.now() - stoppedAt).toBeLessThan(STOPPED_WITHIN_MS);
});

test("SIGTERM to npm run app ends npm and the app", { timeout: 90_000 }, async () => {
  const started = await startScript(["app", "--", "embedded"], "/bin/sh");
  process.kill(Number(started.pid), "SIGTERM");
  await expectAllToEnd(started);
});
