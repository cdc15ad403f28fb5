import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, clusterFolder, readPassword, toUrl } from "./cluster.ts";
import { DataFolderInUseError, EmbeddedPostgresError, type Owner } from "./errors.ts";
import { type OwnerLockState, readOwner, readOwnerLock } from "./owner.ts";
import { postmasterPath, readPostmasterFile } from "./postmaster-file.ts";
import { isProcessAlive, isServerOf } from "./process.ts";

/** How long a server without a locked owner may belong to a service that is just starting or just gone. */
const SETTLE_TIMEOUT_MS = 5_000;
const SIGNAL_TIMEOUT_MS = 10_000;

/**
 * Makes the cluster free for a new server: stops an orphan, the server whose service was killed, and removes the
 * process file of a server long gone whose number a stranger has now. A file whose number nobody has is left to
 * PostgreSQL, which cannot mistake the file of a server started just now for it. Never touches a server whose owner
 * lives.
 *
 * @throws DataFolderInUseError
 */
export async function takeOverCluster(dataDir: string, cluster: Cluster): Promise<void> {
  const settleUntil = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const file = await readPostmasterFile(cluster.folder);
    if (file === null || !isProcessAlive(file.pid)) return;
    if (!(await isServerOf(cluster.folder, file.pid))) return rm(postmasterPath(cluster.folder), { force: true });
    const lock = await readOwnerLock(toUrl(file.port, cluster.password));
    const owner = await readOwner(dataDir);
    if (Date.now() >= settleUntil || isSettled(lock, owner)) {
      if (lock === "held") throw new DataFolderInUseError(dataDir, owner);
      return stopOrphan(cluster.folder, file.pid);
    }
    await sleep(50);
  }
}

/** False while lock and owner file contradict each other: then a service is being started, or was killed just now. */
function isSettled(lock: OwnerLockState, owner: Owner | null): boolean {
  if (lock === "no-answer") return false;
  const isOwnerAlive = owner !== null && isProcessAlive(owner.pid);
  if (lock === "held") return isOwnerAlive;
  return !isOwnerAlive || owner.pid === process.pid;
}

/**
 * Tells who won, after a start that failed because another service began at the same moment. It only looks: between the
 * start of the winner's server and its lock, that server is like an orphan, and the owner file names whoever came last.
 *
 * @throws DataFolderInUseError
 */
export async function refuseIfOwned(dataDir: string, cluster: Cluster): Promise<void> {
  const settleUntil = Date.now() + SETTLE_TIMEOUT_MS;
  while (Date.now() < settleUntil) {
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
  throw new EmbeddedPostgresError("STOP_FAILED", `The PostgreSQL of an earlier start (process ${pid}) does not end.`);
}

function signalProcess(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}

/** The running service of a data folder, for other processes of the operator. */
export interface RunningOwner extends Owner {
  /** Connection string of its database. */
  readonly url: string;
}

/** Finds the service that owns `dataDir`; `null` when none runs, or when its server is an orphan. Changes nothing. */
export async function findRunningOwner(dataDir: string): Promise<RunningOwner | null> {
  const folder = clusterFolder(dataDir);
  const file = await readPostmasterFile(folder);
  const owner = await readOwner(dataDir);
  if (file === null || owner === null) return null;
  const url = toUrl(file.port, await readPassword(folder));
  return (await readOwnerLock(url)) === "held" ? { ...owner, url } : null;
}
