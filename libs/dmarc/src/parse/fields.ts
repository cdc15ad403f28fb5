import {
  alignmentModes,
  alignmentResults,
  discoveryMethods,
  dispositions,
  dkimResults,
  type KnownValues,
  policies,
  reasonTypes,
  spfResults,
  spfScopes,
  testingModes,
} from "./known-values.ts";
import { toWholeNumber } from "./number.ts";
import type { ValueReader } from "./values.ts";

/** Where a field stands in a report and what becomes of its text. */
export interface FieldRule<Value> {
  /** Element names below `feedback`; warnings name it. */
  readonly path: string;
  /** Cut at the limit, where a field that too much depends on (an identity, a record's value) is refused. */
  readonly isFreeText: boolean;
  /** The value; `""` in the text is an empty element, `null` an absent one. */
  readonly read: (text: string | null, values: ValueReader, path: string) => Value;
}

/** Fields by the property that each becomes. */
export type FieldTable = Readonly<Record<string, FieldRule<string | null>>>;

type Texts = FieldRule<string>;
type OptionalTexts = FieldRule<string | null>;

const asWritten = (text: string | null) => text;
const orEmpty = (text: string | null) => text ?? "";
const rule = <Value>(path: string, isFreeText: boolean, read: FieldRule<Value>["read"]) => ({ path, isFreeText, read });

/** As written, `null` when absent. */
export const text = (path: string): OptionalTexts => rule(path, false, asWritten);
/** As `text`, and cut where it is too long. */
const freeText = (path: string): OptionalTexts => rule(path, true, asWritten);
const textOrEmpty = (path: string): Texts => rule(path, false, orEmpty);
const freeTextOrEmpty = (path: string): Texts => rule(path, true, orEmpty);
/** A text that every report should have. */
const expected = (path: string): Texts => rule(path, false, (written, values) => values.readText(written, path));
const domain = (path: string): Texts => rule(path, false, (written, values) => values.readDomain(written, path));
const envelope = (path: string): OptionalTexts =>
  rule(path, false, (written, values) => values.readEnvelope(written, path));
/** One of a list, in lower case; `""` and a warning when absent. */
const listed = (path: string, known: KnownValues): Texts =>
  rule(path, false, (written, values) => values.readRequired(written, path, known));
const listedOrEmpty = (path: string, known: KnownValues): Texts =>
  rule(path, false, (written, values) => values.readOptional(written, path, known) ?? "");
const optionalListed = (path: string, known: KnownValues): OptionalTexts =>
  rule(path, true, (written, values) => values.readOptional(written, path, known));
const percentage = (path: string): OptionalTexts =>
  rule(path, true, (written, values) => {
    const isOdd = written !== null && (toWholeNumber(written) ?? 101) > 100;
    if (isOdd) values.warnings.add(written === "" ? "empty-element" : "unknown-value", path, written);
    return written;
  });

const policy = "policy_published";
const evaluated = "record/row/policy_evaluated";
const dkim = "record/auth_results/dkim";
const spf = "record/auth_results/spf";

/**
 * Every field of RFC 7489 appendix C and RFC 9990 that is read, by the property of `report.ts` that it becomes: a further
 * field is a line there and a line here. The order is that of the warnings.
 */
export const reportFields = {
  header: {
    reporter: expected("report_metadata/org_name"),
    email: freeText("report_metadata/email"),
    extraContactInfo: freeText("report_metadata/extra_contact_info"),
    reportId: expected("report_metadata/report_id"),
    version: freeText("version"),
    generator: freeText("report_metadata/generator"),
  },
  period: {
    begin: text("report_metadata/date_range/begin"),
    end: text("report_metadata/date_range/end"),
  },
  /** The one that may stand several times. */
  errors: { error: freeText("report_metadata/error") },
  policyDomain: { domain: text(`${policy}/domain`) },
  policyPublished: {
    p: optionalListed(`${policy}/p`, policies),
    sp: optionalListed(`${policy}/sp`, policies),
    np: optionalListed(`${policy}/np`, policies),
    adkim: optionalListed(`${policy}/adkim`, alignmentModes),
    aspf: optionalListed(`${policy}/aspf`, alignmentModes),
    pct: percentage(`${policy}/pct`),
    fo: freeText(`${policy}/fo`),
    testing: optionalListed(`${policy}/testing`, testingModes),
    discoveryMethod: optionalListed(`${policy}/discovery_method`, discoveryMethods),
  },
  row: {
    sourceIp: textOrEmpty("record/row/source_ip"),
    count: textOrEmpty("record/row/count"),
  },
  policyEvaluated: {
    disposition: listed(`${evaluated}/disposition`, dispositions),
    dkim: listed(`${evaluated}/dkim`, alignmentResults),
    spf: listed(`${evaluated}/spf`, alignmentResults),
  },
  identifiers: {
    headerFrom: domain("record/identifiers/header_from"),
    envelopeFrom: envelope("record/identifiers/envelope_from"),
    envelopeTo: envelope("record/identifiers/envelope_to"),
  },
  reason: {
    type: listed(`${evaluated}/reason/type`, reasonTypes),
    comment: freeTextOrEmpty(`${evaluated}/reason/comment`),
  },
  dkim: {
    domain: domain(`${dkim}/domain`),
    selector: textOrEmpty(`${dkim}/selector`),
    result: listed(`${dkim}/result`, dkimResults),
    humanResult: freeTextOrEmpty(`${dkim}/human_result`),
  },
  spf: {
    domain: domain(`${spf}/domain`),
    scope: listedOrEmpty(`${spf}/scope`, spfScopes),
    result: listed(`${spf}/result`, spfResults),
    humanResult: freeTextOrEmpty(`${spf}/human_result`),
  },
} satisfies Record<string, FieldTable>;

/** The tables of a report's fields. Tests read with further fields in them. */
export type ReportFields = typeof reportFields;
