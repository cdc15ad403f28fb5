import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, clusterFolder, readPassword, toUrl } from "./cluster.ts";
import { DataFolderInUseError, EmbeddedPostgresError, type Owner } from "./errors.ts";
import { type OwnerLockState, readOwner, readOwnerLock } from "./owner.ts";
import { postmasterPath, readPostmasterFile } from "./postmaster-file.ts";
import { isProcessAlive, isServerOf } from "./process.ts";

/**
 * How long a server without an owner lock may belong to a service that is just starting or has just ended, and how long a
 * live owner may take to restart a server that crashed.
 */
const OWNER_TIMEOUT_MS = 5_000;
const SIGNAL_TIMEOUT_MS = 10_000;

/**
 * Frees the cluster for a new server. It stops an orphan, a server whose service was killed, and removes a stale
 * process file whose process id now belongs to an unrelated process. A file with an unused process id is left to
 * PostgreSQL, which cannot confuse it with the file of a server that is just starting. Never touches a server whose
 * owner is alive.
 *
 * @throws DataFolderInUseError
 */
export async function takeOverCluster(dataDir: string, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + OWNER_TIMEOUT_MS;
  while (!(await tryToTakeOver(dataDir, cluster, Date.now() >= deadline))) await sleep(50);
}

/** False while it is open whether the cluster has an owner; `isLate` decides it. */
async function tryToTakeOver(dataDir: string, cluster: Cluster, isLate: boolean): Promise<boolean> {
  const file = await readPostmasterFile(cluster.folder);
  const owner = await readOwner(dataDir);
  if (file === null || !(await isServerOf(cluster.folder, file.pid))) {
    if (!isLate && isOtherProcess(owner)) return false;
    if (file !== null && isProcessAlive(file.pid)) await rm(postmasterPath(cluster.folder), { force: true });
    return true;
  }
  const lock = await readOwnerLock(toUrl(file.port, cluster.password));
  if (!isLate && !isConsistent(lock, owner)) return false;
  if (lock === "held") throw new DataFolderInUseError(dataDir, owner);
  await stopOrphan(cluster.folder, file.pid);
  return true;
}

/** False while lock and owner file contradict each other: a service is starting, or was just killed. */
function isConsistent(lock: OwnerLockState, owner: Owner | null): boolean {
  if (lock === "no-answer") return false;
  if (lock === "held") return owner !== null && isProcessAlive(owner.pid);
  return !isOtherProcess(owner);
}

function isOtherProcess(owner: Owner | null): boolean {
  return owner !== null && owner.pid !== process.pid && isProcessAlive(owner.pid);
}

/**
 * After a start that failed because another service started at the same moment, identifies the winner. It changes
 * nothing: until the winner has its lock, its server looks like an orphan, and the owner file names the service that
 * wrote it last.
 *
 * @throws DataFolderInUseError
 */
export async function refuseIfOwned(dataDir: string, cluster: Cluster): Promise<void> {
  const deadline = Date.now() + OWNER_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = await readPostmasterFile(cluster.folder);
    if (file === null || !(await isServerOf(cluster.folder, file.pid))) return;
    const lock = await readOwnerLock(toUrl(file.port, cluster.password));
    const owner = await readOwner(dataDir);
    if (lock === "held" && owner?.pid !== process.pid) throw new DataFolderInUseError(dataDir, owner);
    await sleep(50);
  }
}

async function stopOrphan(folder: string, pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalProcess(pid, signal);
    const deadline = Date.now() + SIGNAL_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!(await isServerOf(folder, pid))) return;
      await sleep(10);
    }
  }
  throw new EmbeddedPostgresError("stop_failed", `The PostgreSQL of an earlier start (process ${pid}) does not stop.`);
}

function signalProcess(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

/** The running service of a data folder, for the operator's other processes. */
export interface RunningOwner extends Owner {
  /** Connection string of its database. */
  readonly url: string;
}

/**
 * Finds the service that owns `dataDir`; `null` when no service runs, or when the server is an orphan. Changes nothing.
 */
export async function findRunningOwner(dataDir: string): Promise<RunningOwner | null> {
  const folder = clusterFolder(dataDir);
  const file = await readPostmasterFile(folder);
  const owner = await readOwner(dataDir);
  if (file === null || owner === null) return null;
  const url = toUrl(file.port, await readPassword(folder));
  return (await readOwnerLock(url)) === "held" ? { ...owner, url } : null;
}
