import { type ParseOptions, parseReport, parseReportSync } from "../parse/parse-report.ts";
import type { ParseResult } from "../parse/parse-result.ts";
import type { ReportRecord } from "../report.ts";

/** What a document says, in one value: the result without texts for people, and the records. */
export type WholeParse = object;

type Limits = NonNullable<ParseOptions["limits"]>;

export function parseWhole(xml: Uint8Array, limits: Limits = {}): WholeParse {
  const records: ReportRecord[] = [];
  const result = parseReportSync(xml, { onRecord: (record) => void records.push(record), limits });
  return toWhole(result, records);
}

/** As `parseWhole`, with the bytes coming in pieces of this length and a promise for each record. */
export function parseAll(xml: Uint8Array, pieceLength: number, limits: Limits = {}): Promise<WholeParse> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < xml.length; from += pieceLength) pieces.push(xml.subarray(from, from + pieceLength));
  return parsePieces(pieces, limits);
}

/** As `parseWhole`, with the bytes coming in these pieces. */
export async function parsePieces(pieces: Iterable<Uint8Array>, limits: Limits = {}): Promise<WholeParse> {
  const records: ReportRecord[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }
  const onRecord = async (record: ReportRecord) => {
    await Promise.resolve();
    records.push(record);
  };
  const result = await parseReport(read(), { onRecord, limits });
  return toWhole(result, records);
}

function toWhole(result: ParseResult, records: ReportRecord[]): WholeParse {
  if (result.kind === "report") return { ...result, records };
  const { detail: _, ...rest } = result;
  return rest;
}
