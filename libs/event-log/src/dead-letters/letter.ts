import type { LogMessage, ReceivedMessage } from "../event-log.ts";
import { parseReportMessage } from "../report-reader/parse-report-message.ts";
import { deadLettersTopic, reportsTopic } from "../topics.ts";
import { LETTER_HEADERS, toOwnHeaders } from "./headers.ts";

/** The report that a dead letter is about, or a part of it. */
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

/** What is known of a dead letter, without its bytes. */
export interface DeadLetter {
  /** `TOPIC/PARTITION/OFFSET` of the message that became it: the same for every copy. */
  readonly id: string;
  /** Where the message came from and goes back to; `null` for what no consumer of ours has put there. */
  readonly topic: string | null;
  readonly group: string | null;
  /** A stable word for machines. */
  readonly reason: string;
  readonly detail: string;
  /** When it became a dead letter. */
  readonly at: Date;
  /** When the message was appended to its own topic, ISO 8601; `null` when unknown. */
  readonly appendedAt: string | null;
  readonly key: string;
  /** Of the message's value. */
  readonly bytes: number;
  readonly organizationId: string | null;
  /** `null` when the message is not one of a report, or cannot be read. */
  readonly report: LetterReport | null;
  /** When it was replayed last; `null`: not yet. */
  readonly replayedAt: Date | null;
}

/** A dead letter with the message as it was. */
export interface LetterWithMessage {
  readonly letter: DeadLetter;
  readonly message: LogMessage;
}

/** Reads a message of the dead letters' topic. */
export function readLetter({ key, value, headers, ...place }: ReceivedMessage): LetterWithMessage {
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

function readReport(value: Uint8Array): { organizationId: string; report: LetterReport } | null {
  try {
    const { organizationId, reportKey, reportId, submissionId, entry, header, chunk } = parseReportMessage(value);
    const { reporter, policyPublished } = header;
    const report = { reportKey, reportId, submissionId, entry, domain: policyPublished.domain, reporter, chunk };
    return { organizationId, report };
  } catch {
    // That it cannot be read is why it is here.
    return null;
  }
}
