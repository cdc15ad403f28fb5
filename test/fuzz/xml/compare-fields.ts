import { defaultXmlLimits, type ParsedReport } from "@ruaflow/dmarc/parse";
import type { ReportRecord } from "@ruaflow/report";
import { type Fields, type RecordFields, readFields } from "./read-fields.ts";
import type { XmlElement } from "./tree.ts";

/** A pair to be compared: what the product says and what the document's tree says. */
type Pair = readonly [field: string, product: unknown, tree: unknown];

/** Where the product's report and the texts of the tree differ; null when nowhere. */
export function compareFields(
  root: XmlElement,
  { header, totals }: ParsedReport,
  records: readonly ReportRecord[],
): string | null {
  const fields = readFields(root);
  if (fields === null) return "a report where the tree has none";
  const pairs: Pair[] = [
    ["records", totals.records + totals.recordsSkipped, fields.records.length],
    ...pairHeader(header, fields),
    // Which records are skipped is decided by what an address and a number are, not by the reading of XML.
    ...(totals.recordsSkipped === 0
      ? records.flatMap((record, index) => pairRecord(record, fields.records[index]))
      : []),
  ];
  const different = pairs.find(([, product, tree]) => product !== tree);
  if (different === undefined) return null;
  const [field, product, tree] = different;
  return `${field}: product ${JSON.stringify(product)}, tree ${JSON.stringify(tree)}`;
}

function pairHeader(header: ParsedReport["header"], { header: texts, errors }: Fields): Pair[] {
  const { policyPublished: policy } = header;
  const of = (path: string) => texts[path] ?? null;
  const kept = errors.filter((text) => text !== "");
  return [
    ["org_name", header.reporter, of("report_metadata/org_name") ?? ""],
    ["report_id", header.reportId, of("report_metadata/report_id") ?? ""],
    ["email", header.email, cut(of("report_metadata/email"))],
    ["extra_contact_info", header.extraContactInfo, cut(of("report_metadata/extra_contact_info"))],
    ["generator", header.generator, cut(of("report_metadata/generator"))],
    ["version", header.version, cut(of("version"))],
    ["begin", ...pairTime(header.dateRange.begin, of("report_metadata/date_range/begin"))],
    ["end", ...pairTime(header.dateRange.end, of("report_metadata/date_range/end"))],
    ...(["p", "sp", "np", "adkim", "aspf", "testing"] as const).map(
      (name): Pair => [name, policy[name], lower(cut(of(`policy_published/${name}`)))],
    ),
    ["discovery_method", policy.discoveryMethod, lower(cut(of("policy_published/discovery_method")))],
    ["pct", policy.pct, cut(of("policy_published/pct"))],
    ["fo", policy.fo, cut(of("policy_published/fo"))],
    ["policy domain", ...pairDomain(policy.domain, of("policy_published/domain"))],
    ...kept.slice(0, header.errors.length).map((text, index): Pair => ["error", header.errors[index], cut(text)]),
  ];
}

function pairRecord(record: ReportRecord, fields: RecordFields | undefined): Pair[] {
  if (fields === undefined) return [["record", record.ordinal, undefined]];
  const of = (path: string) => fields.texts[path] ?? null;
  const { policyEvaluated, identifiers, authResults } = record;
  return [
    ["count", record.count, Number(of("row/count"))],
    ["disposition", policyEvaluated.disposition, lower(of("row/policy_evaluated/disposition")) ?? ""],
    ["policy dkim", policyEvaluated.dkim, lower(of("row/policy_evaluated/dkim")) ?? ""],
    ["policy spf", policyEvaluated.spf, lower(of("row/policy_evaluated/spf")) ?? ""],
    ["header_from", ...pairDomain(identifiers.headerFrom, of("identifiers/header_from"))],
    ["envelope_from", ...pairEnvelope(identifiers.envelopeFrom, of("identifiers/envelope_from"))],
    ["envelope_to", ...pairEnvelope(identifiers.envelopeTo, of("identifiers/envelope_to"))],
    ["reasons", describe(policyEvaluated.reasons), describeTexts(fields.reasons, ["type", "comment"])],
    ["dkim", describe(authResults.dkim), describeTexts(fields.dkim, ["domain", "selector", "result", "human_result"])],
    ["spf", describe(authResults.spf), describeTexts(fields.spf, ["domain", "scope", "result", "human_result"])],
  ];
}

/** Results one after the other; those that are all empty are left out, and domains, which are rewritten, are not compared. */
function describe(results: readonly object[]): string {
  return JSON.stringify(
    results.map((result) => Object.entries(result).flatMap(([key, text]) => (key === "domain" ? [] : [text]))),
  );
}

function describeTexts(results: RecordFields["dkim"], names: readonly string[]): string {
  const kept = results.filter((texts) => names.some((name) => texts[name])).slice(0, defaultXmlLimits.resultsMax);
  return JSON.stringify(
    kept.map((texts) => names.filter((name) => name !== "domain").map((name) => toValue(name, texts[name] ?? ""))),
  );
}

const listed = ["type", "result", "scope"];

function toValue(name: string, text: string): string {
  if (listed.includes(name)) return text.toLowerCase();
  return name === "selector" ? text : (cut(text) ?? "");
}

/** Times that are whole seconds; what else is read as a time is not a matter of XML. */
function pairTime(read: number, text: string | null): [unknown, unknown] {
  return text !== null && /^\d{1,10}$/.test(text) ? [read, Number(text)] : [0, 0];
}

/** Domains that need no rewriting. */
function pairDomain(read: string, text: string | null): [unknown, unknown] {
  return text !== null && /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+$/.test(text) ? [read, text] : ["", ""];
}

/** An address is reduced to its domain, which is compared only where it needs no rewriting. */
function pairEnvelope(read: string | null, text: string | null): [unknown, unknown] {
  if (text?.includes("@")) return pairDomain(read ?? "", text.slice(text.lastIndexOf("@") + 1));
  return [read, text === "<>" ? "" : text];
}

function lower(text: string | null): string | null {
  return text?.toLowerCase() ?? null;
}

/** Free text is cut at the limit, never inside of a character. */
function cut(text: string | null): string | null {
  const lengthMax = defaultXmlLimits.freeTextLengthMax;
  if (text === null || text.length <= lengthMax) return text;
  return text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, "");
}
