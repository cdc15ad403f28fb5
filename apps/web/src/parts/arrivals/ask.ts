import { toDomainText } from "../../format/idn.ts";

/** Faults of a document that only its author can correct. */
const OF_REPORTERS: ReadonlySet<string> = new Set([
  ...["empty", "not-xml", "doctype", "truncated", "not-well-formed", "several-reports", "no-period", "no-domain"],
  ...["too-many-messages", "too-many-attributes", "tag-too-long", "text-too-long", "record-too-large"],
  ...["header-too-large", "no-usable-record", "other-content"],
]);

/** Faults of what is around a report, which its sender can pack in another way. */
const OF_SENDERS: ReadonlySet<string> = new Set([
  ...[
    "too-large",
    "too-deep",
    "input-too-large",
    "output-too-large",
    "bomb",
    "too-many-entries",
    "container-too-large",
  ],
  ...["corrupt", "encrypted", "unsupported-compression", "unsupported-archive", "mail-too-complex", "outlook-msg"],
  ...["outlook-pst", "winmail-dat", "took-too-long", "took-too-much-memory"],
]);

/** Faults of the service's own store. */
const OF_OPERATORS: ReadonlySet<string> = new Set(["body-missing", "body-damaged"]);

/** Whom to ask about a refusal, and for what; empty if no one else has to act. */
export function describeWhomToAsk(reason: string, reporter: string | null): string {
  if (OF_REPORTERS.has(reason))
    return `Write to ${reporter === null ? "the reporter's postmaster" : `the postmaster of ${toDomainText(reporter)}`}, and attach the original file and this message.`;
  if (OF_SENDERS.has(reason)) return "Ask its sender for the reports as XML, gzip or zip, in smaller files.";
  return OF_OPERATORS.has(reason) ? "Ask the operator of this service." : "";
}
