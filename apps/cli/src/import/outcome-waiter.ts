import { setTimeout as sleep } from "node:timers/promises";
import type { EventLog } from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import type { EntryResult, SubmissionResult } from "@ruaflow/ingest";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { IntakeStore } from "@ruaflow/metadata-store/intake";
import { describeError } from "@ruaflow/runtime/errors";
import { retryUntilDone } from "@ruaflow/runtime/work";
import { pluralize } from "../pluralize.ts";
import { STORE_UNREACHABLE } from "./progress.ts";

const POLL_EVERY_MS = 50;
/** Submissions per query, oldest first: newer ones are rarely written before them. */
const POLL_SUBMISSIONS_MAX = 500;
/** Submissions that may wait; at this limit the import reads no further files. */
const WAITING_MAX = 4000;
/**
 * After this long without an outcome the operator sees a message; after three times as long with an empty log, waiting
 * ends.
 */
const STALLED_AFTER_MS = 10_000;
/** Reading the log's lag costs more than reading arrivals. */
const MESSAGE_EVERY_MS = 2000;

/** Receives the outcome of a submission: one of the two calls, once. */
interface Listener {
  /** Each entry has its final outcome. */
  onWritten(entries: readonly EntryResult[]): void;
  /** The outcome cannot be read, and waiting would not help. */
  onFailure(error: Error): void;
}

/** Waits for the record-writer's outcomes: only it can tell a report from a copy that arrives at the same time. */
export interface OutcomeWaiter {
  /** Calls `listener` once everything accepted is written. Resolves early, unless too many are already waiting. */
  whenWritten(result: Pick<SubmissionResult, "submissionId" | "entries">, listener: Listener): Promise<void>;
  /** Resolves when no submission is waiting. */
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
    let messageAt = 0;
    let leftBefore: number | null = null;
    while (waiting.size > 0) {
      await sleep(POLL_EVERY_MS);
      const polled = await finishWithRetry();
      if (polled.hasFinished || polled.hadOutage) progressAt = Date.now();
      const stalledMs = Date.now() - progressAt;
      if (stalledMs <= STALLED_AFTER_MS || Date.now() - messageAt < MESSAGE_EVERY_MS) continue;
      messageAt = Date.now();
      const left = await countUnwritten(stores.log);
      onStalled(describeWaiting(waiting.size, left, leftBefore));
      leftBefore = left;
      if (stalledMs > 3 * STALLED_AFTER_MS && left === 0) giveUp(waiting);
    }
  }

  /** Waits during outages. Their time says nothing about the record-writer, so it does not count as stalling. */
  async function finishWithRetry(): Promise<{ hasFinished: boolean; hadOutage: boolean }> {
    let hadOutage = false;
    const hasFinished = await retryUntilDone(() => finishWritten(stores.metadata, waiting), {
      onRetry() {
        hadOutage = true;
        onStalled(STORE_UNREACHABLE);
      },
    });
    return { hasFinished, hadOutage };
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

/** @returns whether any submission finished */
async function finishWritten(metadata: MetadataStore, waiting: Map<string, Waiting>): Promise<boolean> {
  const ids = [...waiting.keys()].slice(0, POLL_SUBMISSIONS_MAX);
  const written = await metadata.intake.readWrittenArrivals(ids);
  const arrivals = Map.groupBy(written, ({ submissionId }) => submissionId);
  let hasFinished = false;
  for (const [submissionId, found] of arrivals) {
    const { entries, listener } = waiting.get(submissionId) ?? {};
    const byEntry = new Map(found.map((arrival) => [arrival.entry, arrival]));
    if (!entries?.every((entry) => !isAccepted(entry) || byEntry.has(entry.entry))) continue;
    waiting.delete(submissionId);
    hasFinished = true;
    listener?.onWritten(entries.map((entry) => (isAccepted(entry) ? toFinal(entry, byEntry.get(entry.entry)) : entry)));
  }
  return hasFinished;
}

type Arrival = Awaited<ReturnType<IntakeStore["readWrittenArrivals"]>>[number];

function toFinal(entry: EntryResult, arrival: Arrival | undefined): EntryResult {
  if (arrival === undefined || arrival.outcome === "stored") return entry;
  switch (arrival.outcome) {
    case "dropped":
      return {
        ...entry,
        outcome: "refused",
        reason: arrival.reason,
        detail: "Its domain was deleted before it was processed.",
      };
    default:
      return { ...entry, outcome: arrival.outcome, reason: arrival.reason, detail: arrival.detail };
  }
}

/**
 * Messages of the log that are not processed yet: a large report has hundreds, and one outcome at its end. `null` if
 * the log is unreachable: the import then waits instead of failing.
 */
async function countUnwritten(log: EventLog): Promise<number | null> {
  try {
    const { live, bulk } = await readLaneLags(log);
    return live.messages + bulk.messages;
  } catch {
    return null;
  }
}

function describeWaiting(submissions: number, left: number | null, leftBefore: number | null): string {
  const subject = `waiting for ${pluralize(submissions, "submission")}`;
  if (left === null) return `${subject}; the log is unreachable`;
  const hint = left === leftBefore ? "; is a record-writer running?" : "";
  return `${subject}: ${pluralize(left, "message")} in the log ${left === 1 ? "is" : "are"} not yet written${hint}`;
}

/** The whole log was processed, but these submissions have no outcome: they are dead letters. */
function giveUp(waiting: Map<string, Waiting>): void {
  const detail = "It was accepted but could not be written; it is kept as a dead letter.";
  for (const [submissionId, { entries, listener }] of waiting) {
    waiting.delete(submissionId);
    listener.onWritten(
      entries.map((entry) =>
        isAccepted(entry) ? { ...entry, outcome: "refused", reason: "dead-letter", detail } : entry,
      ),
    );
  }
}

/** Reports the failure for each file. Importing these files again counts nothing twice. */
function failAll(waiting: Map<string, Waiting>, error: unknown): void {
  const failure = new Error(`it was accepted, but its outcome cannot be read: ${describeError(error)}`, {
    cause: error,
  });
  for (const [submissionId, { listener }] of waiting) {
    waiting.delete(submissionId);
    listener.onFailure(failure);
  }
}
