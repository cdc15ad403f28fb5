import type { LogMessage, ReceivedMessage } from "../event-log.ts";
import { deadLettersTopic, reportsTopic } from "../topics.ts";
import { LETTER_HEADERS, toOwnHeaders } from "./headers.ts";

/** The report, or part of a report, that a dead letter is about. */
export interface LetterReport {
  readonly reportKey: string;
  readonly reportId: string;
  readonly submissionId: string;
  readonly entry: number;
  readonly domain: string;
  readonly reporter: string;
  /** A large report has several messages: `index` of `of`, from 0. */
  readonly chunk: { readonly index: number; readonly of: number };
}

/** The facts of a dead letter, without its bytes. */
export interface DeadLetter {
  /** `TOPIC/PARTITION/OFFSET` of the original message: the same for every copy. */
  readonly id: string;
  /** The original topic, to which a replay appends; `null` when our consumers did not write the letter. */
  readonly topic: string | null;
  readonly group: string | null;
  /** A stable word for programs. */
  readonly reason: string;
  readonly detail: string;
  /** When it became a dead letter. */
  readonly at: Date;
  /** When the message was appended to its original topic, ISO 8601; `null` when unknown. */
  readonly appendedAt: string | null;
  readonly key: string;
  /** Size of the message's value. */
  readonly bytes: number;
  readonly organizationId: string | null;
  /** `null` when the message does not belong to a report, or cannot be read. */
  readonly report: LetterReport | null;
  /** When it was last replayed; `null` if never. */
  readonly replayedAt: Date | null;
}

/** A dead letter with its original message. */
export interface LetterWithMessage {
  readonly letter: DeadLetter;
  readonly message: LogMessage;
}

/** Reads what a message of the topic of reports is about; `null`: it cannot be read. */
export type ReadReport = (
  value: Uint8Array,
) => { readonly organizationId: string; readonly report: LetterReport } | null;

/** Reads a message of the dead letters' topic. */
export function readLetter(
  { key, value, headers, ...place }: ReceivedMessage,
  readReport: ReadReport,
): LetterWithMessage {
  const topic = headers[LETTER_HEADERS.topic] ?? null;
  const own = toOwnHeaders(headers);
  const known = topic === reportsTopic ? readReport(value) : null;
  const letter = {
    id: toLetterId(headers) ?? `${deadLettersTopic}/${place.partition}/${place.offset}`,
    topic,
    group: headers[LETTER_HEADERS.group] ?? null,
    reason: headers[LETTER_HEADERS.reason] ?? "unknown",
    detail: headers[LETTER_HEADERS.detail] ?? "",
    at: place.appendedAt,
    appendedAt: headers[LETTER_HEADERS.appendedAt] ?? null,
    key,
    bytes: value.byteLength,
    organizationId: known?.organizationId ?? own.organization ?? null,
    report: known?.report ?? null,
    replayedAt: null,
  };
  return { letter, message: { key, value, headers: own } };
}

function toLetterId(headers: ReceivedMessage["headers"]): string | null {
  const parts = [LETTER_HEADERS.topic, LETTER_HEADERS.partition, LETTER_HEADERS.offset].map((name) => headers[name]);
  return parts.includes(undefined) ? null : parts.join("/");
}
