import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Installs once the file `go` is there; meanwhile a script of a package runs, as the download of a binary does. */
const FAKE_NPM = `
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
const script = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
appendFileSync("runs", process.pid + " " + script.pid + "\\n");
process.on("SIGTERM", () => process.exit(1));
while (!existsSync("go")) await sleep(20);
script.kill();
mkdirSync("node_modules/typescript", { recursive: true });
writeFileSync("node_modules/typescript/package.json", "{}");
writeFileSync("node_modules/.package-lock.json", "{}");
process.exit();
`;

const infra = fileURLToPath(new URL("../../infra", import.meta.url));
let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ruaflow-install-"));
  mkdirSync(join(folder, "infra"));
  for (const name of ["install.mjs", "install-lock.mjs"]) cpSync(join(infra, name), join(folder, "infra", name));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(folder, "npm.mjs"), FAKE_NPM);
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  for (const pid of readRuns().flat()) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true });
});

function install() {
  const env = { ...process.env, npm_execpath: join(folder, "npm.mjs") };
  const child = spawn(process.execPath, [join(folder, "infra", "install.mjs")], { env });
  started.push(child);
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  // Not `close`: npm may go on, and has the same output.
  const ended = once(child, "exit").then(([code]) => code);
  return { child, ended, text: () => text };
}

/** The process ids of each run of npm and of its script. */
function readRuns(): number[][] {
  const path = join(folder, "runs");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => line.split(" ").map(Number));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const letNpmFinish = () => writeFileSync(join(folder, "go"), "");

async function startInstalling() {
  const first = install();
  await expect.poll(() => readRuns().length).toBe(1);
  return first;
}

test("of two installs at a time one runs npm, and the other says that it waits", async () => {
  const first = await startInstalling();
  const second = install();
  await expect.poll(second.text).toContain(`Waiting for process ${first.child.pid}`);
  letNpmFinish();
  expect([await first.ended, await second.ended, readRuns().length]).toEqual([0, 0, 1]);
  expect(await install().ended).toBe(0);
  expect([readRuns().length, existsSync(join(folder, ".install.lock"))]).toEqual([1, false]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends npm and its scripts, and the next start installs",
  async (signal) => {
    const first = await startInstalling();
    first.child.kill(signal);
    expect(await first.ended).toBe(signal === "SIGINT" ? 130 : 143);
    expect(readRuns().flat().filter(isRunning)).toEqual([]);
    letNpmFinish();
    expect([await install().ended, readRuns().length]).toEqual([0, 2]);
  },
);

test("an install that was killed while its npm goes on is waited for", async () => {
  const first = await startInstalling();
  first.child.kill("SIGKILL");
  await first.ended;
  const second = install();
  await expect.poll(second.text).toContain("Waiting for process");
  letNpmFinish();
  expect([await second.ended, readRuns().length]).toEqual([0, 1]);
});

test("of an install that was killed with its npm, one of several others takes the place", async () => {
  const first = await startInstalling();
  first.child.kill("SIGKILL");
  for (const pid of readRuns().flat()) process.kill(pid, "SIGKILL");
  await first.ended;
  const others = Array.from({ length: 4 }, install);
  await expect.poll(() => readRuns().length).toBe(2);
  letNpmFinish();
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
  expect(readRuns()).toHaveLength(2);
});

test("a lock that is no lock holds up nothing", async () => {
  writeFileSync(join(folder, ".install.lock"), "half a li");
  letNpmFinish();
  expect([await install().ended, readRuns().length]).toEqual([0, 1]);
});
