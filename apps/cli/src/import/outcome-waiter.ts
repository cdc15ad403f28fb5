import { setTimeout as sleep } from "node:timers/promises";
import { type EventLog, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import type { EntryResult, SubmissionResult } from "@ruaflow/ingest";
import { isFinal, type MetadataStore } from "@ruaflow/metadata-store";

const POLL_EVERY_MS = 50;
/** Submissions asked for at once, the oldest first: the others are rarely written before them. */
const POLL_SUBMISSIONS_MAX = 500;
/** Submissions that may wait; beyond this the import reads no further files. */
const WAITING_MAX = 4000;
/** Without an outcome for this long, the operator is told what is waited for; for three times as long and an empty log, we stop. */
const STALLED_AFTER_MS = 10_000;
/** Asking the log costs more than asking for arrivals. */
const TELL_EVERY_MS = 2000;

/** Told the entries of a submission once each has its final outcome. */
type Listener = (entries: readonly EntryResult[]) => void;

/** Waits for the record-writer's word on submissions: only it can tell a report from its copy in the same moment. */
export interface OutcomeWaiter {
  /** Calls `listener` once everything accepted is written. Resolves early, unless too many are waiting already. */
  whenWritten(result: SubmissionResult, listener: Listener): Promise<void>;
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

interface Waiting {
  readonly entries: readonly EntryResult[];
  readonly listener: Listener;
}

interface WaiterStores {
  readonly metadata: MetadataStore;
  readonly log: EventLog;
}

export function createOutcomeWaiter(stores: WaiterStores, onStalled: (text: string) => void): OutcomeWaiter {
  const waiting = new Map<string, Waiting>();
  let polling: Promise<void> | undefined;

  async function poll(): Promise<void> {
    let progressAt = Date.now();
    let toldAt = 0;
    let leftBefore: number | null = null;
    while (waiting.size > 0) {
      await sleep(POLL_EVERY_MS);
      if (await settleWritten(stores.metadata, waiting)) progressAt = Date.now();
      const stalledMs = Date.now() - progressAt;
      if (stalledMs <= STALLED_AFTER_MS || Date.now() - toldAt < TELL_EVERY_MS) continue;
      toldAt = Date.now();
      const left = await countUnwritten(stores.log);
      onStalled(describeWaiting(waiting.size, left, leftBefore));
      leftBefore = left;
      if (stalledMs > 3 * STALLED_AFTER_MS && left === 0) giveUp(waiting);
    }
    polling = undefined;
  }

  return {
    async whenWritten({ submissionId, entries }, listener) {
      if (!entries.some(isAccepted)) return listener(entries);
      waiting.set(submissionId, { entries, listener });
      polling ??= poll();
      while (waiting.size > WAITING_MAX) await sleep(POLL_EVERY_MS);
    },
    drain: () => polling ?? Promise.resolve(),
  };
}

function isAccepted({ outcome }: EntryResult): boolean {
  return outcome === "accepted";
}

/** @returns whether anything was settled */
async function settleWritten(metadata: MetadataStore, waiting: Map<string, Waiting>): Promise<boolean> {
  const ids = [...waiting.keys()].slice(0, POLL_SUBMISSIONS_MAX);
  const known = (await metadata.readArrivals(ids)).filter(({ outcome }) => isFinal(outcome));
  const arrivals = Map.groupBy(known, ({ submissionId }) => submissionId);
  let settled = false;
  for (const [submissionId, found] of arrivals) {
    const { entries, listener } = waiting.get(submissionId) ?? {};
    const byEntry = new Map(found.map((arrival) => [arrival.entry, arrival]));
    if (!entries?.every((entry) => !isAccepted(entry) || byEntry.has(entry.entry))) continue;
    waiting.delete(submissionId);
    settled = true;
    listener?.(entries.map((entry) => (isAccepted(entry) ? toFinal(entry, byEntry.get(entry.entry)) : entry)));
  }
  return settled;
}

type Arrival = Awaited<ReturnType<MetadataStore["readArrivals"]>>[number];

function toFinal(entry: EntryResult, arrival: Arrival | undefined): EntryResult {
  if (arrival === undefined || arrival.outcome === "stored") return entry;
  switch (arrival.outcome) {
    case "dropped":
      return { ...entry, outcome: "refused", reason: arrival.reason, detail: "Its domain was deleted meanwhile." };
    default:
      return { ...entry, outcome: arrival.outcome, reason: arrival.reason, detail: arrival.detail };
  }
}

/**
 * Messages of the log that no record-writer has done yet: a large report has hundreds, and one outcome at its end. `null`
 * when the log cannot be asked: its outage makes the import wait, and does not end it.
 */
async function countUnwritten(log: EventLog): Promise<number | null> {
  try {
    const lags = await log.readLag(reportsTopic, recordWriterGroup);
    return lags.reduce((sum, { lagMessages }) => sum + lagMessages, 0);
  } catch {
    return null;
  }
}

function describeWaiting(submissions: number, left: number | null, leftBefore: number | null): string {
  const who = `waiting for ${submissions} submissions`;
  if (left === null) return `${who}; the log cannot be reached`;
  const doubt = left === leftBefore ? "; does a record-writer run?" : "";
  return `${who}: ${left} messages in the log are still to be written${doubt}`;
}

/** Everything in the log has been read, yet these have no outcome: they are among the dead letters. */
function giveUp(waiting: Map<string, Waiting>): void {
  const detail = "It was accepted but could not be written: it is kept among the dead letters.";
  for (const [submissionId, { entries, listener }] of waiting) {
    waiting.delete(submissionId);
    listener(
      entries.map((entry) =>
        isAccepted(entry) ? { ...entry, outcome: "refused", reason: "dead-letter", detail } : entry,
      ),
    );
  }
}
