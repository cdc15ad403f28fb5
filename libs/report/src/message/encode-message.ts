import { zstdCompressSync } from "node:zlib";
import type { ReportMessageFacts } from "./message-schema.ts";
import { REPORT_MESSAGE_VERSION } from "./message-version.ts";

/** Smaller messages are not worth compressing. */
const COMPRESS_FROM_BYTES = 2048;

/**
 * A message of the reports topic: one report, or one chunk of a large report. Its key is the one that the report has without a
 * domain that vouches for it, so that all reports of the same identity go through one partition, in order.
 */
export interface ReportMessage extends ReportMessageFacts {
  /** The encoded records of this chunk, in order. */
  readonly lines: Uint8Array;
}

/** A message as the log takes it. */
export interface EncodedMessage {
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lines of records as a zstd frame: a part of a large report, kept until the facts at the report's end are known. */
export interface CompressedLines {
  readonly frame: Uint8Array;
}

export function compressLines(lines: Uint8Array): CompressedLines {
  return { frame: zstdCompressSync(lines) };
}

/**
 * Encodes a message: a line of JSON with the facts, then one line per record (UTF-8). The whole is compressed (zstd)
 * when that pays; lines that are already compressed follow the facts unchanged.
 */
export function encodeReportMessage(facts: ReportMessageFacts, lines: Uint8Array | CompressedLines): EncodedMessage {
  const head = Buffer.from(`${JSON.stringify({ version: REPORT_MESSAGE_VERSION, ...facts })}\n`);
  const value = "frame" in lines ? Buffer.concat([head, lines.frame]) : compressWhole(Buffer.concat([head, lines]));
  return {
    key: facts.authenticKey ?? facts.baseKey ?? facts.reportKey,
    value,
    headers: { "content-type": "application/vnd.ruaflow.report.v1" },
  };
}

function compressWhole(bytes: Uint8Array): Uint8Array {
  // Without a size of its own the result would keep a buffer of 16 KiB.
  return bytes.length < COMPRESS_FROM_BYTES
    ? bytes
    : zstdCompressSync(bytes, { chunkSize: Math.min(bytes.length, 16384) });
}
