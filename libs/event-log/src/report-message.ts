import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ReportHeader, ReportTotals } from "@ruaflow/dmarc";
import { describeError } from "@ruaflow/runtime";
import type { LogMessage } from "./event-log.ts";

/** Version of the message's form. A reader refuses what it does not know: such a message becomes a dead letter. */
const VERSION = 1;

/** A message's uncompressed bytes at most; guards the reader against a bomb on the topic. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** Smaller messages are not worth compressing on their own. */
const COMPRESS_FROM_BYTES = 2048;

/** First bytes of a zstd frame (RFC 8878 section 3.1.1); an uncompressed message begins with `{`. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A deviation of the report, as it travels. */
export interface MessageWarning {
  readonly code: string;
  readonly path: string;
  readonly count: number;
}

/** What travels in the reports topic: one report, or one of several chunks of a large one, keyed by its report key. */
export interface ReportMessage {
  /** Hex SHA-256 that identifies the report for ever. */
  readonly reportKey: string;
  readonly reportId: string;
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC day (YYYY-MM-DD) the report counts for: that of the middle of its period. */
  readonly day: string;
  readonly contentHash: string;
  readonly submissionId: string;
  /** Position of the report within its submission. */
  readonly entry: number;
  /** Where in the submission it was found, for people. */
  readonly path: string;
  readonly channel: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly header: ReportHeader;
  readonly warnings: readonly MessageWarning[];
  readonly totals: ReportTotals;
  readonly chunk: MessageChunk;
  /** Encoded records of this chunk, one line each, in order. */
  readonly lines: readonly string[];
}

export interface MessageChunk {
  readonly index: number;
  readonly of: number;
  readonly firstOrdinal: number;
}

/** Everything of a message but its lines. */
export type ReportMessageFacts = Omit<ReportMessage, "lines">;

/** Encodes a message: a line of JSON with the facts, then one line per record; compressed (zstd) when that pays. */
export function encodeReportMessage(facts: ReportMessageFacts, lines: string): LogMessage {
  const plain = Buffer.from(`${JSON.stringify({ version: VERSION, ...facts })}\n${lines}`);
  const value = plain.length < COMPRESS_FROM_BYTES ? plain : zstdCompressSync(plain);
  return { key: facts.reportKey, value, headers: { "content-type": "application/vnd.ruaflow.report.v1" } };
}

/**
 * Reads a message of the reports topic.
 * @throws {Error} with a sentence that tells what is wrong with it
 */
export function parseReportMessage(value: Uint8Array): ReportMessage {
  const text = decodeText(value);
  const end = text.indexOf("\n");
  const facts = parseFacts(end < 0 ? text : text.slice(0, end));
  const rest = end < 0 ? "" : text.slice(end + 1);
  return { ...facts, lines: rest === "" ? [] : rest.split("\n") };
}

function decodeText(value: Uint8Array): string {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (!bytes.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return bytes.toString("utf8");
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: MESSAGE_BYTES_MAX }).toString("utf8");
  } catch (error) {
    throw new Error(`the message cannot be decompressed: ${describeError(error)}`);
  }
}

const TEXT_FACTS = ["reportKey", "reportId", "organizationId", "domainId", "day", "contentHash", "submissionId"];

function parseFacts(line: string): ReportMessageFacts {
  const facts = parseJson(line);
  if (facts.version !== VERSION) throw new Error(`the message has version ${facts.version}, expected ${VERSION}`);
  const missing = TEXT_FACTS.filter((name) => typeof facts[name] !== "string" || facts[name] === "");
  const objects = ["header", "totals", "chunk"].filter((name) => typeof facts[name] !== "object" || !facts[name]);
  if (missing.length + objects.length > 0) {
    throw new Error(`the message lacks ${[...missing, ...objects].join(", ")}`);
  }
  return facts;
}

function parseJson(line: string) {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`the message does not begin with a line of JSON: ${describeError(error)}`);
  }
}
