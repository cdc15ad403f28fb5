import { Refusal } from "./refusal.ts";
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

/** What a document is that does not begin with `<`; a refusal when it is unknown. */
export function classifyOpening(text: string): NotAggregate {
  const start = text.trim();
  if (start.startsWith("{") && /"(?:organization-name|date-range|policies)"\s*:/.test(start)) {
    return { kind: "not-aggregate", what: "tls-report", detail: "JSON with the fields of RFC 8460" };
  }
  if (/^feedback-type:/im.test(start)) {
    return { kind: "not-aggregate", what: "failure-report", detail: "a message/feedback-report of RFC 5965" };
  }
  throw start === ""
    ? new Refusal("empty", "no text")
    : new Refusal("not-xml", `begins with ${toExcerpt(dropLocalPart(start))}`);
}
