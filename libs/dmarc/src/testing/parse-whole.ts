import type { ReportRecord } from "@ruaflow/report";
import { type ParseOptions, parseReport } from "../parse/parse-report.ts";
import type { ParseResult } from "../parse/parse-result.ts";

/** What a document says, in one value: the result without texts for people, and the records. */
export type WholeParse = object;

type Limits = NonNullable<ParseOptions["limits"]>;

export async function parseWhole(xml: Uint8Array, limits: Limits = {}): Promise<WholeParse> {
  const records: ReportRecord[] = [];
  const result = await parseReport(read([xml]), { onRecord: (record) => void records.push(record), limits });
  return toWhole(result, records);
}

/** As `parseWhole`, but the bytes arrive in pieces of this length and each record returns a promise. */
export function parseAll(xml: Uint8Array, pieceLength: number, limits: Limits = {}): Promise<WholeParse> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < xml.length; from += pieceLength) pieces.push(xml.subarray(from, from + pieceLength));
  return parsePieces(pieces, limits);
}

/** As `parseWhole`, but the bytes arrive in these pieces and each record returns a promise. */
export async function parsePieces(pieces: Iterable<Uint8Array>, limits: Limits = {}): Promise<WholeParse> {
  const records: ReportRecord[] = [];
  const onRecord = async (record: ReportRecord) => {
    await Promise.resolve();
    records.push(record);
  };
  const result = await parseReport(read(pieces), { onRecord, limits });
  return toWhole(result, records);
}

async function* read(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function toWhole(result: ParseResult, records: ReportRecord[]): WholeParse {
  if (result.kind === "report") return { ...result, records };
  const { detail: _, ...rest } = result;
  return rest;
}
