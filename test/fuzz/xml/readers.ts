import { type ParseResult, parseReport } from "@ruaflow/dmarc/parse";
import { scanEvents, type XmlEvent } from "@ruaflow/dmarc/testing";
import type { ReportRecord } from "@ruaflow/report";

/** A document as the product reads it. */
export interface ParsedDocument {
  readonly result: ParseResult;
  readonly records: readonly ReportRecord[];
}

/** The reader that is examined. The twin breaks one on purpose. */
export interface ProductReader {
  /** Elements and texts, as the scanner finds them. */
  readonly scan: (pieces: readonly Uint8Array[]) => readonly XmlEvent[];
  readonly parse: (pieces: readonly Uint8Array[]) => Promise<ParsedDocument>;
}

export const product: ProductReader = { scan: scanEvents, parse: parsePieces };

async function parsePieces(pieces: readonly Uint8Array[]): Promise<ParsedDocument> {
  const records: ReportRecord[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }
  const result = await parseReport(read(), { onRecord: (record) => void records.push(record) });
  return { result, records };
}
