import { recordColumns } from "../../libs/record-store/src/rows/record-columns.ts";
import { REPORT_MESSAGE_VERSION } from "../../libs/report/src/message/encode-message.ts";
import { ReportFactsSchema } from "../../libs/report/src/message/message-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

const text = (description: string): JsonSchema => ({ type: "string", description });
const textOrNull = (description: string): JsonSchema => ({ type: ["string", "null"], description });
const texts = (description: string): JsonSchema => ({ type: "array", items: { type: "string" }, description });
const count = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });

/** The values of a record by column. The product's list of columns decides which there are, and in which order. */
const values: Readonly<Record<string, JsonSchema>> = {
  ordinal: count("Position of the record in its report, from 0."),
  source_ip: text("Address that the emails came from, IPv4 or IPv6."),
  count: count("Number of emails: sum this, never count records."),
  disposition: text("What the receiver did: none, quarantine, reject or pass."),
  dkim_alignment: text("policy_evaluated/dkim: pass or fail."),
  spf_alignment: text("policy_evaluated/spf: pass or fail."),
  dmarc_pass: { type: "boolean", description: "Whether the emails passed DMARC." },
  dkim_result: text("DKIM result: pass if any signature passed, otherwise the first; none without results."),
  spf_result: text("SPF result: pass if any passed, otherwise the first; none without results."),
  header_from: text("Domain of the From header."),
  envelope_from: textOrNull("Domain of the envelope sender; empty for the null sender, null when not given."),
  envelope_to: textOrNull("Domain of the envelope recipient; null when not given."),
  reason_types: texts("Types of the policy override reasons."),
  reason_comments: texts("Comments of the policy override reasons, in the order of reason_types."),
  dkim_domains: texts("Signing domains (d=)."),
  dkim_selectors: texts("Selectors (s=), in the order of dkim_domains."),
  dkim_results: texts("DKIM results, in the order of dkim_domains."),
  dkim_human_results: texts("Remarks on the DKIM results, in the order of dkim_domains."),
  spf_domains: texts("Domains that SPF was checked for."),
  spf_scopes: texts("Scopes of the SPF checks (mfrom, helo), in the order of spf_domains."),
  spf_results: texts("SPF results, in the order of spf_domains."),
  spf_human_results: texts("Remarks on the SPF results, in the order of spf_domains."),
};

export const factsSchema: JsonSchema = {
  title: "Facts of a report",
  description: `The first line of a message's text: version ${REPORT_MESSAGE_VERSION}. Later releases may add properties.`,
  ...ReportFactsSchema,
};

export const recordSchema: JsonSchema = {
  title: "Record of a report",
  description:
    "Each further line of a message's text, between brackets. The title of an item is its name. Later releases may add values at the end, so count from the beginning.",
  type: "array",
  items: recordColumns.map(({ name }) => ({ title: name, ...describeValue(name) })),
  additionalItems: true,
  minItems: recordColumns.length,
};

function describeValue(name: string): JsonSchema {
  const value = values[name];
  if (value === undefined) throw new Error(`test/topics/report-schemas.ts does not describe the column ${name}`);
  return value;
}
