import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { EmbeddedPostgresError, type Owner } from "./errors.ts";

/** Session lock in the cluster's database: its holder owns the data folder. "ruaf" in ASCII. */
const OWNER_LOCK = 0x72756166;

/** The response of a server on the cluster. */
export type OwnerLockState = "held" | "free" | "no-answer";

const tooManyConnections = "53300";
const invalidPassword = "28P01";

/** Reads from a running server whether its owner is alive. It takes no lock, so it never disturbs an owner. */
export async function readOwnerLock(url: string): Promise<OwnerLockState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1",
      [OWNER_LOCK],
    );
    return rowCount === 0 ? "free" : "held";
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === tooManyConnections) return "held";
    if (code === invalidPassword) throw error;
    return "no-answer";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ownership of a running cluster, kept until `release`. */
export interface Ownership {
  release(): Promise<void>;
}

const RETRY_AFTER_MS = 200;

/**
 * Takes the owner lock on a separate connection, and retakes it whenever PostgreSQL drops its connections, as it does
 * after the crash of a backend.
 *
 * @throws EmbeddedPostgresError start_failed when another process holds it
 */
export async function holdOwnership(url: string): Promise<Ownership> {
  let isReleased = false;
  let client = await takeLock(url, onLost);

  function onLost(): void {
    if (!isReleased) void retake();
  }

  async function retake(): Promise<void> {
    while (!isReleased) {
      await sleep(RETRY_AFTER_MS, undefined, { ref: false });
      try {
        client = await takeLock(url, onLost);
        if (isReleased) await client.end();
        return;
      } catch {
        // PostgreSQL is still recovering.
      }
    }
  }

  return {
    async release() {
      isReleased = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function takeLock(url: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "ruaflow-owner" });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [OWNER_LOCK]);
  if (rows[0]?.taken !== true) {
    await client.end();
    throw new EmbeddedPostgresError("start_failed", "Another process took the data folder at the same moment.");
  }
  client.once("end", onLost);
  return client;
}

function ownerPath(dataDir: string): string {
  return join(dataDir, "owner.json");
}

/** Writes the owner's description for other processes; the lock, not this file, determines ownership. */
export async function writeOwner(dataDir: string, owner: Owner): Promise<void> {
  const draft = `${ownerPath(dataDir)}-${owner.pid}`;
  await writeFile(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  await rename(draft, ownerPath(dataDir));
}

/** Removes the description of this process, so that others need not wait for its server. */
export async function removeOwner(dataDir: string): Promise<void> {
  if ((await readOwner(dataDir))?.pid === process.pid) await rm(ownerPath(dataDir), { force: true });
}

export async function readOwner(dataDir: string): Promise<Owner | null> {
  try {
    const found: unknown = JSON.parse(await readFile(ownerPath(dataDir), "utf8"));
    return toOwner(found);
  } catch {
    return null;
  }
}

function toOwner(found: unknown): Owner | null {
  if (typeof found !== "object" || found === null) return null;
  if (!("pid" in found) || typeof found.pid !== "number") return null;
  if (!("description" in found) || typeof found.description !== "string") return null;
  const isTemporary = "isTemporary" in found && found.isTemporary === true;
  return { pid: found.pid, description: found.description, isTemporary };
}
