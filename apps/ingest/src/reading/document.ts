import { type EnvelopeEntry, EnvelopeError, type EnvelopeRefusal } from "@ruaflow/dmarc/envelope";
import {
  type NotAggregate,
  type ReadReport,
  type RefusalFacts,
  type RefusalReason,
  readReport,
  type XmlLimits,
} from "@ruaflow/dmarc/parse";
import { MESSAGE_BYTES_MAX } from "@ruaflow/event-log";
import { CHUNK_BYTES_MAX, type ChunkCollector, RecordTooLargeError } from "./chunks.ts";

/** A report as read, with the hash of its content. */
export type Document = NotAggregate | RefusedDocument | ReportDocument;

export interface ReportDocument extends ReadReport {
  /** Of the header and warnings as JSON. */
  readonly headerBytes: number;
}

export interface RefusedDocument {
  readonly kind: "refused";
  readonly reason: RefusalReason | EnvelopeRefusal | "record-too-large" | "header-too-large";
  readonly detail: string;
  /** Where the document is wrong, and who sent it; absent: it is not the text that is wrong. */
  readonly facts?: RefusalFacts;
}

/** Each message of a report contains its header and at most `CHUNK_BYTES_MAX` of records. */
const HEADER_BYTES_MAX = MESSAGE_BYTES_MAX - CHUNK_BYTES_MAX - 8 * 1024;

type FoundDocument = Pick<Extract<EnvelopeEntry, { kind: "document" }>, "xml" | "charset" | "warnings">;

/**
 * Reads one XML document and adds its encoded records to `collector`. Never throws because of the document's content.
 */
export async function readDocument(
  { xml, ...around }: FoundDocument,
  collector: ChunkCollector,
  limits: Partial<XmlLimits>,
): Promise<Document> {
  try {
    const result = await readReport(xml, { limits, ...around, onLine: (line) => collector.add(line) });
    if (result.kind !== "report") return result;
    const headerBytes = Buffer.byteLength(JSON.stringify([result.header, result.warnings]));
    if (headerBytes > HEADER_BYTES_MAX) return refuseHeader(headerBytes);
    return { ...result, headerBytes };
  } catch (error) {
    if (error instanceof RecordTooLargeError)
      return { kind: "refused", reason: "record-too-large", detail: error.message };
    if (error instanceof EnvelopeError) return { kind: "refused", reason: error.reason, detail: error.message };
    throw error;
  }
}

function refuseHeader(bytes: number): RefusedDocument {
  const detail = `The part of the report before its records has ${bytes} bytes; at most ${HEADER_BYTES_MAX} can be stored. Ask the reporter to shorten it.`;
  return { kind: "refused", reason: "header-too-large", detail };
}
