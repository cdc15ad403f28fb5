import { zstdDecompressSync } from "node:zlib";
import { describeError } from "@ruaflow/runtime/errors";
import { describeMismatch } from "@ruaflow/runtime/validation";
import { Compile } from "typebox/compile";
import type { ReportMessage } from "./encode-message.ts";
import { fillHeader } from "./header-schema.ts";
import { ReportFactsSchema, type ReportMessageFacts } from "./message-schema.ts";
import { REPORT_MESSAGE_VERSION } from "./message-version.ts";
import { toBuffer } from "./record-lines.ts";
import { isZstdFrame, readFrameContentSize } from "./zstd-frame.ts";

/** Maximum uncompressed size of a message; guards the reader against a decompression bomb in the topic. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** What is unpacked at a time when a frame does not state its size; zlib's least. */
const PIECE_BYTES = 16 * 1024;
const PIECE_BYTES_MIN = 64;

const NO_LINES = Buffer.alloc(0);

const factsValidator = Compile(ReportFactsSchema);

/**
 * Parses a message of the reports topic.
 * @throws {Error} with a sentence that says what is wrong
 */
export function parseReportMessage(value: Uint8Array): ReportMessage {
  const bytes = decompress(toBuffer(value));
  const end = bytes.indexOf("\n");
  const facts = parseFacts(bytes.toString("utf8", 0, end < 0 ? bytes.length : end));
  return { ...facts, lines: end < 0 ? NO_LINES : decompress(bytes.subarray(end + 1)) };
}

/** Bytes of a message once it is unpacked, as its frame states them; the most that a message may have when it states none. */
export function countUnpackedBytes(value: Uint8Array): number {
  const bytes = toBuffer(value);
  if (isZstdFrame(bytes)) return readFrameContentSize(bytes) ?? MESSAGE_BYTES_MAX;
  const lines = bytes.subarray(bytes.indexOf("\n") + 1);
  return isZstdFrame(lines)
    ? bytes.length - lines.length + (readFrameContentSize(lines) ?? MESSAGE_BYTES_MAX)
    : bytes.length;
}

/** What a message is about; `null`: it cannot be read, which is why some messages are set aside. */
export function describeReportMessage(value: Uint8Array) {
  try {
    const { organizationId, reportKey, reportId, submissionId, entry, header, chunk } = parseReportMessage(value);
    const { reporter, policyPublished } = header;
    const report = { reportKey, reportId, submissionId, entry, domain: policyPublished.domain, reporter, chunk };
    return { organizationId, report };
  } catch {
    return null;
  }
}

/** Returns bytes that are not a zstd frame unchanged. */
function decompress(bytes: Buffer): Buffer {
  if (!isZstdFrame(bytes)) return bytes;
  const size = Math.min(readFrameContentSize(bytes) ?? PIECE_BYTES, MESSAGE_BYTES_MAX);
  try {
    // In one piece: pieces would be copied into one, and the smallest message would keep a whole one.
    return zstdDecompressSync(bytes, {
      maxOutputLength: MESSAGE_BYTES_MAX,
      chunkSize: Math.max(size + 1, PIECE_BYTES_MIN),
    });
  } catch (error) {
    throw new Error(`the message cannot be decompressed: ${describeError(error)}`);
  }
}

function parseFacts(line: string): ReportMessageFacts {
  const facts = parseJson(line);
  if (factsValidator.Check(facts)) {
    fillHeader(facts.header);
    return facts;
  }
  const problems = factsValidator
    .Errors(facts)
    .map((mismatch) => `${mismatch.instancePath || "/"} ${describeMismatch(mismatch)}`);
  throw new Error(`the message does not have the form of version ${REPORT_MESSAGE_VERSION}: ${problems.join("; ")}`);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`the message does not begin with a line of JSON: ${describeError(error)}`);
  }
}
