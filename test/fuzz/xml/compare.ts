import { isDeepStrictEqual } from "node:util";
import { compareFields } from "./compare-fields.ts";
import type { ParsedDocument, ProductReader } from "./readers.ts";
import { isRefusedForLimits, rules, warningRules } from "./rules.ts";
import { type Judged, judge } from "./well-formed.ts";
import { writePlain } from "./write-xml.ts";

/** What came of one document. */
export type Outcome =
  | { readonly kind: "alike" }
  | { readonly kind: "not-well-formed"; readonly why: string }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "defect"; readonly what: string };

type WellFormed = Extract<Judged, { kind: "well-formed" }>;

/** Reads a document with both readers. Bytes that are not well-formed must only be read alike in any pieces. */
export async function compare(
  bytes: Uint8Array,
  pieces: readonly Uint8Array[],
  reader: ProductReader,
): Promise<Outcome> {
  const parsed = await reader.parse(pieces);
  const atOnce = await reader.parse([bytes]);
  if (!isDeepStrictEqual(parsed, atOnce)) return { kind: "defect", what: `in pieces: ${explain(parsed, atOnce)}` };
  const judged = judge(bytes);
  if (judged.kind === "not-well-formed") return judged;
  const rule = rules.find((one) => one.applies(judged, parsed));
  if (rule !== undefined) return { kind: "rule", name: rule.name };
  const what = compareEvents(judged, pieces, reader) ?? (await compareResults(judged, parsed, reader));
  return what === null ? { kind: "alike" } : { kind: "defect", what };
}

function compareEvents({ events }: WellFormed, pieces: readonly Uint8Array[], reader: ProductReader): string | null {
  const scanned = reader.scan(pieces);
  const at = events.findIndex((event, index) => !isDeepStrictEqual(event, scanned[index]));
  if (at < 0 && scanned.length === events.length) return null;
  const place = at < 0 ? events.length : at;
  return `event ${place}: sax ${JSON.stringify(events[place])}, scanner ${JSON.stringify(scanned[place])}`;
}

async function compareResults(
  document: WellFormed,
  parsed: ParsedDocument,
  reader: ProductReader,
): Promise<string | null> {
  const { root, xml } = document;
  if (parsed.result.kind !== "report") return `a well-formed report is ${JSON.stringify(parsed.result)}`;
  const plain = await reader.parse([Buffer.from(writePlain(root))]);
  const codes = warningRules.filter((rule) => rule.applies(xml)).flatMap((rule) => rule.codes);
  const [written, inPlainForm] = [parsed, plain].map((one) => withoutWarnings(one, codes));
  const isComparable = !isRefusedForLimits(document, plain.result);
  if (isComparable && !isDeepStrictEqual(written, inPlainForm))
    return `in plain form: ${explain(written, inPlainForm)}`;
  return compareFields(root, parsed.result, parsed.records);
}

function withoutWarnings({ result, records }: ParsedDocument, codes: readonly string[]): ParsedDocument {
  if (result.kind !== "report") return { result, records };
  return { result: { ...result, warnings: result.warnings.filter(({ code }) => !codes.includes(code)) }, records };
}

/** The first place at which two values differ. */
function explain(one: unknown, other: unknown, path = ""): string {
  if (!isObject(one) || !isObject(other)) return `${path} ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const key = [...keys].find((name) => !isDeepStrictEqual(one[name], other[name])) ?? "";
  return explain(one[key], other[key], `${path}/${key}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
