import type { PolicyPublished, ReportHeader } from "@ruaflow/report";
import { toDomainName } from "../domain-name.ts";
import type { Texts } from "./field-group.ts";
import type { ReportGrammar } from "./grammar.ts";
import { readPeriod } from "./period.ts";
import { Refusal } from "./refusal/refusal.ts";
import { detachText } from "./text.ts";
import type { ValueReader } from "./values.ts";

interface HeaderParts {
  readonly groups: ReportGrammar["groups"];
  readonly namespace: string;
  readonly errors: readonly string[];
  /** The `header_from` of all records, `null` where they differ or are empty. */
  readonly sharedHeaderFrom: string | null;
  readonly values: ValueReader;
}

const POLICY = "policy_published/p";

/** The header of a report that is read to its end. Its strings keep nothing of the document alive. */
export function toHeader(fieldTexts: Texts, parts: HeaderParts): ReportHeader {
  const texts = fieldTexts.map((text) => (text === null ? null : detachText(text)));
  const { groups, values, errors, namespace } = parts;
  const texted = groups.header.read(texts, values);
  const { begin, end } = groups.period.read(texts, values);
  const dateRange = readPeriod(begin, end, values.warnings);
  return { ...texted, dateRange, errors, namespace, policyPublished: toPolicyPublished(texts, parts) };
}

function toPolicyPublished(texts: Texts, parts: HeaderParts): PolicyPublished {
  const { groups, values } = parts;
  const hasPolicy = groups.policyPublished.fields.some(({ path, slot }) => path === POLICY && texts[slot] !== null);
  if (!hasPolicy) values.warnings.add("missing-element", POLICY);
  const { domain } = groups.policyDomain.read(texts, values);
  return { domain: readPolicyDomain(domain, parts), ...groups.policyPublished.read(texts, values) };
}

function readPolicyDomain(text: string | null, parts: HeaderParts): string {
  const path = "policy_published/domain";
  const domain = toDomainName(text ?? "");
  if (domain !== null) return domain;
  const inferred = toDomainName(parts.sharedHeaderFrom ?? "");
  if (inferred === null) throw new Refusal("no-domain", "no usable policy domain, and none that all records share");
  parts.values.warnings.add("domain-inferred", path, text ?? "");
  return inferred;
}
