import { setTimeout as sleep } from "node:timers/promises";
import { type EventLog, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import type { EntryResult, SubmissionResult } from "@ruaflow/ingest";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { IntakeStore } from "@ruaflow/metadata-store/intake";
import { describeError } from "@ruaflow/runtime/errors";
import { retryUntilDone } from "@ruaflow/runtime/work";
import { pluralize } from "../pluralize.ts";
import { STORE_AWAY } from "./outage.ts";

const POLL_EVERY_MS = 50;
/** Submissions asked for at once, the oldest first: the others are rarely written before them. */
const POLL_SUBMISSIONS_MAX = 500;
/** Submissions that may wait; beyond this the import reads no further files. */
const WAITING_MAX = 4000;
/** Without an outcome for this long, the operator is told what is waited for; for three times as long and an empty log, we stop. */
const STALLED_AFTER_MS = 10_000;
/** Asking the log costs more than asking for arrivals. */
const TELL_EVERY_MS = 2000;

/** Told what became of a submission: one of the two, once. */
interface Listener {
  /** Each entry has its final outcome. */
  onWritten(entries: readonly EntryResult[]): void;
  /** The outcome cannot be read, and waiting would not help. */
  onFailure(error: Error): void;
}

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
      const polled = await settlePatiently();
      if (polled.settled || polled.hadOutage) progressAt = Date.now();
      const stalledMs = Date.now() - progressAt;
      if (stalledMs <= STALLED_AFTER_MS || Date.now() - toldAt < TELL_EVERY_MS) continue;
      toldAt = Date.now();
      const left = await countUnwritten(stores.log);
      onStalled(describeWaiting(waiting.size, left, leftBefore));
      leftBefore = left;
      if (stalledMs > 3 * STALLED_AFTER_MS && left === 0) giveUp(waiting);
    }
  }

  /** Outages are waited out. What they took says nothing about the record-writer, so it does not count as stalling. */
  async function settlePatiently(): Promise<{ settled: boolean; hadOutage: boolean }> {
    let hadOutage = false;
    const settled = await retryUntilDone(() => settleWritten(stores.metadata, waiting), {
      onRetry() {
        hadOutage = true;
        onStalled(STORE_AWAY);
      },
    });
    return { settled, hadOutage };
  }

  async function pollToTheEnd(): Promise<void> {
    try {
      await poll();
    } catch (error) {
      failAll(waiting, error);
    } finally {
      polling = undefined;
    }
  }

  return {
    async whenWritten({ submissionId, entries }, listener) {
      if (!entries.some(isAccepted)) return listener.onWritten(entries);
      waiting.set(submissionId, { entries, listener });
      polling ??= pollToTheEnd();
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
  const known = (await metadata.intake.readArrivals(ids)).filter(({ outcome }) => outcome !== "accepted");
  const arrivals = Map.groupBy(known, ({ submissionId }) => submissionId);
  let settled = false;
  for (const [submissionId, found] of arrivals) {
    const { entries, listener } = waiting.get(submissionId) ?? {};
    const byEntry = new Map(found.map((arrival) => [arrival.entry, arrival]));
    if (!entries?.every((entry) => !isAccepted(entry) || byEntry.has(entry.entry))) continue;
    waiting.delete(submissionId);
    settled = true;
    listener?.onWritten(entries.map((entry) => (isAccepted(entry) ? toFinal(entry, byEntry.get(entry.entry)) : entry)));
  }
  return settled;
}

type Arrival = Awaited<ReturnType<IntakeStore["readArrivals"]>>[number];

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
  const who = `waiting for ${pluralize(submissions, "submission")}`;
  if (left === null) return `${who}; the log cannot be reached`;
  const doubt = left === leftBefore ? "; does a record-writer run?" : "";
  return `${who}: ${pluralize(left, "message")} in the log ${left === 1 ? "is" : "are"} not yet written${doubt}`;
}

/** Everything in the log has been read, yet these have no outcome: they are among the dead letters. */
function giveUp(waiting: Map<string, Waiting>): void {
  const detail = "It was accepted but could not be written: it is kept among the dead letters.";
  for (const [submissionId, { entries, listener }] of waiting) {
    waiting.delete(submissionId);
    listener.onWritten(
      entries.map((entry) =>
        isAccepted(entry) ? { ...entry, outcome: "refused", reason: "dead-letter", detail } : entry,
      ),
    );
  }
}

/** The failure is told for each file: the summary says so, and importing these files again counts nothing twice. */
function failAll(waiting: Map<string, Waiting>, error: unknown): void {
  const failure = new Error(`it was accepted, but its outcome cannot be read: ${describeError(error)}`, {
    cause: error,
  });
  for (const [submissionId, { listener }] of waiting) {
    waiting.delete(submissionId);
    listener.onFailure(failure);
  }
}
