import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Logger } from "@ruaflow/runtime/logging";
import type { IngestLimits } from "../limits.ts";
import { createSpoolPath, type Spool } from "../spool.ts";
import type { Party } from "../turns.ts";
import { createFlow } from "./flow.ts";
import type { HeldEntry, MailCounter, ReadEntry, ReadOptions, StopReason } from "./read-entries.ts";
import { readInline } from "./read-inline.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";
import { ReadingStoppedError } from "./worker-run.ts";

export interface ReaderOptions {
  readonly limits: IngestLimits;
  readonly spoolFolder: string;
  readonly logger: Logger;
}

/** Reads submissions: small ones inline, all others in worker threads, so that the main thread stays responsive. */
export interface Reader {
  /**
   * The entries of a submission, read ahead as far as those that are not finished leave room. Never throws because of the
   * submission's content; one that costs too much ends with a refused entry.
   * @param party whose turn it must be for a worker
   */
  read(
    spool: Spool,
    wanted: Pick<ReadOptions, "name" | "entries"> & MailCounter & { readonly recordsMax?: number },
    party?: Party | null,
  ): AsyncGenerator<HeldEntry>;
  /** Ends all workers. Reading must have finished before. */
  stop(): Promise<void>;
}

export function createReader({ limits, spoolFolder, logger }: ReaderOptions): Reader {
  const pool = createWorkerPool(limits);
  return {
    async *read(spool, { recordsMax, ...wanted }, party = null) {
      const { envelope } = limits;
      const xml = recordsMax === undefined ? limits.xml : { ...limits.xml, recordsMax };
      const options = { ...wanted, limits: { envelope, xml }, spoolPath: createSpoolPath(spoolFolder) };
      const small = await readInline(spool, options, limits.inline);
      if (small) yield* small.map(toHeld);
      else yield* readInWorker(spool, options, { pool, logger, party });
    },
    stop: () => pool.stop(),
  };
}

async function* readInWorker(
  spool: Spool,
  options: ReadOptions & MailCounter,
  { pool, logger, party }: { pool: WorkerPool; logger: Logger; party: Party | null },
): AsyncGenerator<HeldEntry> {
  const { name, entries, limits, spoolPath, ...counter } = options;
  const plain = {
    name,
    ...(entries && { entries }),
    limits: { envelope: limits.envelope, xml: limits.xml },
    spoolPath,
  };
  // A view would be sent together with the whole buffer behind it.
  const body = spool.path ?? new Uint8Array(spool.bytes ?? []);
  let last = -1;
  try {
    const run = await pool.run({ body, options: plain, flow: createFlow() }, party);
    for await (const held of run.entries(counter)) {
      last = held.entry.index;
      yield held;
    }
  } catch (error) {
    if (!(error instanceof ReadingStoppedError)) throw error;
    logger.warn({ name, reason: error.reason }, "a submission costs too much to read");
    await removeLeftFiles(spoolPath, last);
    const left = entries ? [...entries].filter((index) => index > last) : [last + 1];
    for (const index of left) yield toHeld(toStopped(name, index, error.reason));
  }
}

/** An entry of which no worker waits for the end. */
function toHeld(entry: ReadEntry): HeldEntry {
  return { entry, bytes: 0, finish: () => undefined };
}

const DETAILS: Record<StopReason, string> = {
  "took-too-long": "Reading the submission took too long. Send its reports one by one.",
  "took-too-much-memory": "Reading the submission took too much memory. Send its reports one by one.",
};

function toStopped(path: string, index: number, reason: StopReason): ReadEntry {
  return { index, path, found: { kind: "refused", reason, detail: DETAILS[reason] } };
}

/** Removes the files of a worker that was stopped; those of entries up to `last` may still be needed. */
async function removeLeftFiles(spoolPath: string, last: number): Promise<void> {
  const folder = dirname(spoolPath);
  const prefix = `${basename(spoolPath)}-`;
  const left = (await readdir(folder)).filter((name) => {
    return name.startsWith(prefix) && Number(name.slice(prefix.length)) > last;
  });
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}
