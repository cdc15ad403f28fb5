import type { ReceivedMessage } from "@ruaflow/event-log";
import { toReportId } from "@ruaflow/report/identity";
import type { ReportMessage } from "@ruaflow/report/message";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { describeError } from "@ruaflow/runtime/errors";
import { deadLetter, type Outcome } from "@ruaflow/runtime/outcome";

/** Why a message became a dead letter. */
export const DEAD_LETTER_REASONS = ["unreadable", "incomplete", "refused", "unsettled"] as const;

/** Why a message added no rows. */
export const WRITE_REASONS = ["duplicate", "conflict", "domain-gone", "stored-before", ...DEAD_LETTER_REASONS] as const;

export type WriteReason = (typeof WRITE_REASONS)[number];

/** The outcome of a message: `ok` with the number of rows that it needed. */
export type WriteOutcome = Outcome<number, WriteReason>;

/** The parsed messages of a batch. */
export interface ReadBatch {
  readonly messages: readonly ReportMessage[];
  /** Total size of their encoded records. */
  readonly bytes: number;
  /** Places in a trace that caused the messages; empty while tracing is off. */
  readonly traceparents: ReadonlyMap<ReportMessage, string>;
  /** Merges the outcomes of the readable messages with those of the unreadable ones, in the order received. */
  toOutcomes(written: ReadonlyMap<ReportMessage, WriteOutcome>): readonly WriteOutcome[];
}

export function readMessages(received: readonly ReceivedMessage[]): ReadBatch {
  const read = received.map(({ value, headers }) => ({ ...readMessage(value), traceparent: headers.traceparent }));
  const messages = read.flatMap(({ message }) => (message ? [message] : []));
  return {
    messages,
    bytes: messages.reduce((sum, { lines }) => sum + lines.length, 0),
    traceparents: new Map(
      read.flatMap(({ message, traceparent }) => (message && traceparent ? [[message, traceparent]] : [])),
    ),
    toOutcomes: (written) => read.map(({ message, outcome }) => outcome ?? findOutcome(message, written)),
  };
}

type Read =
  | { readonly message: ReportMessage; readonly outcome: null }
  | { readonly message: null; readonly outcome: WriteOutcome };

function readMessage(value: Uint8Array): Read {
  try {
    const message = parseReportMessage(value);
    if (message.reportId === toReportId(message.reportKey)) return { message, outcome: null };
    return { message: null, outcome: deadLetter("unreadable", "the message's reportId is not that of its reportKey") };
  } catch (error) {
    return { message: null, outcome: deadLetter("unreadable", describeError(error)) };
  }
}

function findOutcome(message: ReportMessage | null, written: ReadonlyMap<ReportMessage, WriteOutcome>): WriteOutcome {
  const outcome = message && written.get(message);
  if (!outcome) throw new Error("a message was read but has no outcome");
  return outcome;
}
