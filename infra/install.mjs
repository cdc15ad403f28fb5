// Runs before `npm start`, `npm test` and the like, under the Node that npm itself runs on. It installs the
// dependencies exactly as locked when they are missing or older than the lockfile; otherwise it does nothing.
//   node infra/install.mjs          all dependencies
//   node infra/install.mjs --run    only runtime dependencies, when nothing is installed yet: the quickest first start
// Of several at a time one installs, and the others wait for it. Ctrl-C ends npm and what it has started, too.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { nameInstaller, readHolder, releaseLock, takeLock } from "./install-lock.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockfile = new URL("../package-lock.json", import.meta.url);
/** npm writes this file last, so its presence means a finished install. */
const installed = new URL("../node_modules/.package-lock.json", import.meta.url);
/** Present only with development dependencies. */
const development = new URL("../node_modules/typescript/package.json", import.meta.url);

const LOOK_EVERY_MS = 200;
const SAY_EVERY_MS = 5000;
/** How long npm and its scripts may take to end after a signal. */
const END_MS_MAX = 5000;

const onlyRun = process.argv.includes("--run");

try {
  await waitForOthers();
  if (!isInstalled()) process.exitCode = await installAlone();
} catch (error) {
  console.error(`The dependencies cannot be installed: ${error.message}`);
  process.exitCode = 1;
}

function isInstalled() {
  const upToDate = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
  return upToDate && (onlyRun || existsSync(development));
}

/** What another process installs is whole only at its end. */
async function waitForOthers() {
  let saidAtMs = 0;
  for (let holder = readHolder(); holder !== null; holder = readHolder()) {
    if (Date.now() - saidAtMs >= SAY_EVERY_MS) {
      const seconds = Math.round((Date.now() - Date.parse(holder.since)) / 1000);
      console.error(
        `Waiting for process ${holder.pid}, which has been installing the dependencies for ${seconds} s ...`,
      );
      saidAtMs = Date.now();
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** @returns the exit code */
async function installAlone() {
  while (!takeLock()) {
    await waitForOthers();
    if (isInstalled()) return 0;
  }
  try {
    // Another one may have finished just before.
    return isInstalled() ? 0 : await install(onlyRun && !existsSync(development) ? ["ci", "--omit=dev"] : ["ci"]);
  } finally {
    releaseLock();
  }
}

async function install(args) {
  const startedAtMs = Date.now();
  console.error("Installing dependencies. This happens once and takes about half a minute ...");
  const npm = process.env.npm_execpath;
  const quiet = [...args, "--loglevel=error", "--no-audit", "--no-fund"];
  const [command, parameters] = npm ? [process.execPath, [npm, ...quiet]] : ["npm", quiet];
  // A group of its own, which one signal ends as a whole: npm leaves its scripts to run.
  const child = spawn(command, parameters, { cwd: root, stdio: ["ignore", 2, 2], detached: true });
  if (child.pid !== undefined) nameInstaller(child.pid);
  const stopped = endWithSignals(child);
  const progress = setInterval(() => {
    console.error(`Still installing: ${Math.round((Date.now() - startedAtMs) / 1000)} s ...`);
  }, SAY_EVERY_MS);
  const status = await new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`npm cannot be started: ${error.message}`);
      resolve(1);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
  clearInterval(progress);
  if (stopped.signal !== null) {
    await endGroup(child.pid);
    console.error("The installation was stopped; the next start begins it again.");
    return 128 + constants.signals[stopped.signal];
  }
  if (status !== 0) console.error("npm ci failed: see its message above.");
  return status;
}

/** Passes the end of this process on to npm. */
function endWithSignals(child) {
  const stopped = { signal: null };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      stopped.signal ??= signal;
      signalGroup(child.pid, "SIGTERM");
      setTimeout(() => signalGroup(child.pid, "SIGKILL"), END_MS_MAX).unref();
    });
  }
  return stopped;
}

/** npm has ended; scripts that it has started may not have. */
async function endGroup(pid) {
  const endAtMs = Date.now() + END_MS_MAX;
  while (signalGroup(pid, 0) && Date.now() < endAtMs) await sleep(LOOK_EVERY_MS / 4);
  signalGroup(pid, "SIGKILL");
}

/** @returns whether the group has a process */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
