// Lets one process at a time install the dependencies. Written for every Node from 20 on, without dependencies.
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";

/** Beside node_modules, which `npm ci` removes first. */
const path = fileURLToPath(new URL("../.install.lock", import.meta.url));

/** A holder shows this often that it is alive. */
const BEAT_EVERY_MS = 1000;
/** Its process id may be another process's by now, or one that was stopped for good. */
const SILENT_MS_MAX = 600_000;
/** In a container with the same folder: its processes cannot be seen from here. */
const SILENT_MS_MAX_ELSEWHERE = 60_000;

/**
 * Who holds the lock; `null`: no one. A process that was killed holds it no longer, unless its npm goes on.
 * @returns {{ pid: number, npm: number | null, since: string } | null}
 */
export function readHolder() {
  const found = read(path);
  return found !== null && isAlive(found) ? found : null;
}

/**
 * Takes the lock from no one, or from a process that was killed.
 * @returns whether this process has it now
 */
export function takeLock() {
  const stale = read(path);
  if (stale !== null && (isAlive(stale) || !removeStale(stale))) return false;
  const draft = `${path}-${process.pid}`;
  write(draft, null);
  try {
    // With its content at once, and never over another one.
    linkSync(draft, path);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const timer = setInterval(beat, BEAT_EVERY_MS);
  timer.unref();
  return true;
}

/** Names the process that installs: it may outlive this one. */
export function nameInstaller(npm) {
  const draft = `${path}-${process.pid}`;
  write(draft, npm);
  renameSync(draft, path);
}

export function releaseLock() {
  if (read(path)?.pid === process.pid) rmSync(path, { force: true });
}

function write(file, npm) {
  const since = new Date().toISOString();
  writeFileSync(file, `${JSON.stringify({ pid: process.pid, npm, host: hostname(), since })}\n`);
}

function beat() {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder is gone, or the lock was removed by hand.
  }
}

/** `null`: there is none, or what is there was never written by this file. */
function read(file) {
  try {
    return { ...JSON.parse(readFileSync(file, "utf8")), beatAtMs: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return null;
    if (error instanceof SyntaxError) return { pid: 0, npm: null, host: hostname(), since: "", beatAtMs: 0 };
    throw error;
  }
}

function isAlive({ pid, npm, host, beatAtMs }) {
  const silentMs = Date.now() - beatAtMs;
  if (host !== hostname()) return silentMs < SILENT_MS_MAX_ELSEWHERE;
  return [pid, npm].some(isRunning) && silentMs < SILENT_MS_MAX;
}

function isRunning(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return error.code === "EPERM";
  }
}

/** Two may see the same stale lock: who renames it removes it, and puts back one that was taken meanwhile. */
function removeStale(stale) {
  const removed = `${path}-stale-${process.pid}`;
  try {
    renameSync(path, removed);
  } catch (error) {
    if (error.code === "ENOENT") return true;
    throw error;
  }
  const found = read(removed);
  const isSame = found?.pid === stale.pid && found.since === stale.since;
  if (!isSame) linkSync(removed, path);
  rmSync(removed, { force: true });
  return isSame;
}
