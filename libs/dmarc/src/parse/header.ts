import { toDomainName } from "../domain-name.ts";
import type { PolicyPublished, ReportHeader } from "../report.ts";
import { slots } from "./grammar.ts";
import { alignmentModes, discoveryMethods, policies, testingModes } from "./known-values.ts";
import { toWholeNumber } from "./number.ts";
import { readPeriod } from "./period.ts";
import { Refusal } from "./refusal.ts";
import { detachText } from "./text.ts";
import type { ValueReader } from "./values.ts";
import type { WarningList } from "./warnings.ts";

type Texts = readonly (string | null)[];

interface HeaderParts {
  readonly namespace: string;
  readonly errors: readonly string[];
  /** The `header_from` of all records, `null` where they differ or are empty. */
  readonly sharedHeaderFrom: string | null;
  readonly values: ValueReader;
  readonly warnings: WarningList;
}

/** The header of a report that is read to its end. Its strings keep nothing of the document alive. */
export function toHeader(fieldTexts: Texts, parts: HeaderParts): ReportHeader {
  const texts = fieldTexts.map((text) => (text === null ? null : detachText(text)));
  const { values, warnings } = parts;
  return {
    reporter: values.readText(texts[slots.orgName] ?? null, "report_metadata/org_name"),
    email: texts[slots.email] ?? null,
    extraContactInfo: texts[slots.extraContactInfo] ?? null,
    reportId: values.readText(texts[slots.reportId] ?? null, "report_metadata/report_id"),
    dateRange: readPeriod(texts[slots.begin] ?? null, texts[slots.end] ?? null, warnings),
    errors: parts.errors,
    version: texts[slots.version] ?? null,
    namespace: parts.namespace,
    generator: texts[slots.generator] ?? null,
    policyPublished: toPolicyPublished(texts, parts),
  };
}

function toPolicyPublished(texts: Texts, parts: HeaderParts): PolicyPublished {
  const { values } = parts;
  const p = texts[slots.p] ?? null;
  if (p === null) values.readText(p, "policy_published/p");
  return {
    domain: readPolicyDomain(texts[slots.domain] ?? null, parts),
    p: values.readOptional(p, "policy_published/p", policies),
    sp: values.readOptional(texts[slots.sp] ?? null, "policy_published/sp", policies),
    np: values.readOptional(texts[slots.np] ?? null, "policy_published/np", policies),
    adkim: values.readOptional(texts[slots.adkim] ?? null, "policy_published/adkim", alignmentModes),
    aspf: values.readOptional(texts[slots.aspf] ?? null, "policy_published/aspf", alignmentModes),
    pct: readPercentage(texts[slots.pct] ?? null, parts.warnings),
    fo: texts[slots.fo] ?? null,
    testing: values.readOptional(texts[slots.testing] ?? null, "policy_published/testing", testingModes),
    discoveryMethod: values.readOptional(
      texts[slots.discoveryMethod] ?? null,
      "policy_published/discovery_method",
      discoveryMethods,
    ),
  };
}

function readPolicyDomain(text: string | null, parts: HeaderParts): string {
  const path = "policy_published/domain";
  const domain = toDomainName(text ?? "");
  if (domain !== null) return domain;
  const inferred = toDomainName(parts.sharedHeaderFrom ?? "");
  if (inferred === null) throw new Refusal("no-domain", "no usable policy domain, and none that all records share");
  parts.warnings.add("domain-inferred", path, text ?? "");
  return inferred;
}

function readPercentage(text: string | null, warnings: WarningList): string | null {
  if (text === "") warnings.add("empty-element", "policy_published/pct");
  else if (text !== null && (toWholeNumber(text) ?? 101) > 100) {
    warnings.add("unknown-value", "policy_published/pct", text);
  }
  return text;
}
