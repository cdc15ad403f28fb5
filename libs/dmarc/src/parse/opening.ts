import { Refusal } from "./refusal/refusal.ts";
import { dropLocalPart, toExcerpt } from "./text.ts";

/** A document of another kind, that is known or at least well-formed. */
export interface NotAggregate {
  readonly kind: "not-aggregate";
  /** A TLS report (RFC 8460), a failure report (RFC 9991), or XML with another root element. */
  readonly what: "tls-report" | "failure-report" | "other";
  readonly detail: string;
}

/** Characters that are read to recognize a document without markup. */
export const OPENING_LENGTH_MAX = 4096;

const TLS_REPORT = "This is an SMTP TLS report (RFC 8460), which says nothing about DMARC. Nothing needs to be done.";
const FAILURE_REPORT =
  "This is a failure report about a single mail, not an aggregate report. Nothing needs to be done.";

/** Well-formed XML, or nearly so, that has no report in it. */
export function toOther(rootName: string): NotAggregate {
  const detail = `This is XML of another kind, not a DMARC report: it begins with “${rootName}”. If a report was expected, ask its sender for the original file.`;
  return { kind: "not-aggregate", what: "other", detail };
}

/** What a document is that does not begin with `<`; a refusal when it is unknown. */
export function classifyOpening(text: string): NotAggregate {
  const start = text.trim();
  if (start.startsWith("{") && /"(?:organization-name|date-range|policies)"\s*:/.test(start)) {
    return { kind: "not-aggregate", what: "tls-report", detail: TLS_REPORT };
  }
  if (/^feedback-type:/im.test(start)) {
    return { kind: "not-aggregate", what: "failure-report", detail: FAILURE_REPORT };
  }
  throw start === ""
    ? new Refusal("empty", "no text")
    : new Refusal("not-xml", `begins with ${toExcerpt(dropLocalPart(start))}`);
}
