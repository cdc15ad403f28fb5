import { defaultXmlLimits } from "@ruaflow/dmarc/parse";
import type { ParsedDocument } from "./readers.ts";
import { depthOf, localName, walk, type XmlElement } from "./tree.ts";
import type { Judged } from "./well-formed.ts";

type WellFormed = Extract<Judged, { kind: "well-formed" }>;

/** A difference that is wanted. */
export interface Rule {
  readonly name: string;
  readonly reason: string;
  applies(document: WellFormed, parsed: ParsedDocument): boolean;
}

const limits = defaultXmlLimits;
const LIMIT_REASONS = ["too-deep", "tag-too-long", "too-many-attributes", "text-too-long", "too-large"];
/** A reference such as `&#00000065;` is so many times as long as its character. */
const REFERENCE_LENGTH = 12;

/** Where the product may differ from a reader of XML, and why it does. */
export const rules: readonly Rule[] = [
  {
    name: "doctype",
    reason: "A document type declaration is refused: it can define entities that expand without bound.",
    applies: ({ xml }, { result }) => /<!doctype/i.test(xml) && isRefused(result, ["doctype"]),
  },
  {
    name: "limits",
    reason: "Text, depth, tags and attributes are bounded, so that a hostile document costs little.",
    applies: (document, { result }) => isRefusedForLimits(document, result),
  },
  {
    name: "not-a-report",
    reason: "XML without a feedback element is another kind of document; nothing of it is read.",
    applies: ({ root }, { result }) => result.kind === "not-aggregate" && !hasFeedback(root),
  },
  {
    name: "several-reports",
    reason: "A second feedback element behind the first: which of them was meant is unknown, so neither is stored.",
    applies: ({ root }, { result }) => isRefused(result, ["several-reports"]) && countFeedback(root) > 1,
  },
  {
    name: "no-period-or-domain",
    reason: "A report without a period or a policy domain belongs to no day or to no one.",
    applies: (_document, { result }) => isRefused(result, ["no-period", "no-domain"]),
  },
  {
    name: "part-in-version",
    reason:
      "A part of the report inside of `version` is taken for a version whose end tag is missing, as broken reports have it; " +
      "a part is too large to be held until it is known that the end tag comes after all.",
    applies: ({ root }, { result }) => isRefused(result, ["not-well-formed"]) && hasPartInVersion(root),
  },
  {
    name: "instruction-ends-twice",
    reason:
      "The independent reader, sax, overlooks that ??> ends an instruction, and takes what follows for a part of it.",
    applies: ({ xml }) => /<\?[^>]*\?\?>/.test(xml),
  },
];

/** Warnings that may differ between a report and its plain form. */
interface WarningRule {
  readonly name: string;
  readonly reason: string;
  readonly codes: readonly string[];
  applies(xml: string): boolean;
}

export const warningRules: readonly WarningRule[] = [
  {
    name: "of-bytes",
    reason: "The plain form is in UTF-8, so it has no warnings of an encoding.",
    codes: ["encoding-unknown", "encoding-mismatch", "bad-bytes", "bad-characters"],
    applies: () => true,
  },
  {
    name: "white-space-by-reference",
    reason: "A reference to white space between elements counts as text there: it is odd, and no value depends on it.",
    codes: ["stray-text", "more-warnings"],
    applies: (xml) => /&#(?:x0*(?:9|a|d|20)|0*(?:9|10|13|32));/i.test(xml),
  },
];

/** Also of a plain form: its references may be longer than what the document has. */
export function isRefusedForLimits(document: WellFormed, result: ParsedDocument["result"]): boolean {
  return isRefused(result, LIMIT_REASONS) && isNearLimits(document);
}

function isRefused(result: ParsedDocument["result"], reasons: readonly string[]): boolean {
  return result.kind === "refused" && reasons.includes(result.reason);
}

function isNearLimits({ xml, root }: WellFormed): boolean {
  const elements = [...walk(root)];
  return (
    depthOf(root) >= limits.depthMax ||
    xml.length > limits.textLengthMax ||
    elements.some(
      ({ name, attributes }) => name.length > limits.nameLengthMax || attributes.length >= limits.attributesMax,
    ) ||
    elements.some(({ attributes }) =>
      attributes.some(([name, value]) => (name.length + value.length) * REFERENCE_LENGTH > limits.attributeLengthMax),
    )
  );
}

function hasFeedback(root: XmlElement): boolean {
  return countFeedback(root) > 0;
}

function countFeedback(root: XmlElement): number {
  return [...walk(root)].filter(({ name }) => localName(name) === "feedback").length;
}

const PARTS = ["version", "report_metadata", "policy_published", "record", "extension", "extensions"];

function hasPartInVersion(root: XmlElement): boolean {
  const versions = [...walk(root)].filter(({ name }) => localName(name) === "version");
  return versions.some((version) => [...walk(version)].slice(1).some(({ name }) => PARTS.includes(localName(name))));
}
