import { zstdDecompressSync } from "node:zlib";
import { describeError } from "@ruaflow/runtime/errors";
import { describeMismatch } from "@ruaflow/runtime/validation";
import { Compile } from "typebox/compile";
import type { ReportMessage } from "./encode-message.ts";
import { REPORT_MESSAGE_VERSION, ReportFactsSchema, type ReportMessageFacts } from "./message-schema.ts";

/** Maximum uncompressed size of a message; guards the reader against a decompression bomb in the topic. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** The first bytes of a zstd frame (RFC 8878 section 3.1.1). Facts begin with `{`, lines with `[` or a digit. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const factsValidator = Compile(ReportFactsSchema);

/**
 * Parses a message of the reports topic.
 * @throws {Error} with a sentence that says what is wrong
 */
export function parseReportMessage(value: Uint8Array): ReportMessage {
  const bytes = decompress(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
  const end = bytes.indexOf("\n");
  const facts = parseFacts(bytes.toString("utf8", 0, end < 0 ? bytes.length : end));
  const rest = end < 0 ? "" : decompress(bytes.subarray(end + 1)).toString("utf8");
  return { ...facts, lines: rest === "" ? [] : rest.split("\n") };
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
  if (!bytes.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return bytes;
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: MESSAGE_BYTES_MAX });
  } catch (error) {
    throw new Error(`the message cannot be decompressed: ${describeError(error)}`);
  }
}

function parseFacts(line: string): ReportMessageFacts {
  const facts = parseJson(line);
  if (factsValidator.Check(facts)) return facts;
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
