import type { NotAggregateEntry } from "@ruaflow/dmarc/envelope";
import type { NotAggregate } from "@ruaflow/dmarc/parse";
import type { RefusedDocument } from "./reading/document.ts";
import type { StopReason } from "./reading/read-entries.ts";
import type { EntryOutcome } from "./submission-result.ts";

type RefusedReason = RefusedDocument["reason"] | StopReason | "unknown-domain" | "too-large";

// An object, so that the compiler finds a reason that is missing.
const refused: Readonly<Record<RefusedReason, true>> = {
  empty: true,
  "not-xml": true,
  doctype: true,
  truncated: true,
  "not-well-formed": true,
  "several-reports": true,
  "too-large": true,
  "too-deep": true,
  "too-many-records": true,
  "too-many-messages": true,
  "too-many-attributes": true,
  "tag-too-long": true,
  "text-too-long": true,
  "no-period": true,
  "no-domain": true,
  "input-too-large": true,
  "output-too-large": true,
  bomb: true,
  "too-many-entries": true,
  "container-too-large": true,
  corrupt: true,
  encrypted: true,
  "unsupported-compression": true,
  "unsupported-archive": true,
  "mail-too-complex": true,
  "outlook-msg": true,
  "outlook-pst": true,
  "winmail-dat": true,
  "record-too-large": true,
  "header-too-large": true,
  "took-too-long": true,
  "took-too-much-memory": true,
  "unknown-domain": true,
};

const notAggregate: Readonly<Record<NotAggregateEntry["what"] | NotAggregate["what"], true>> = {
  "tls-report": true,
  "failure-report": true,
  complaint: true,
  "no-report": true,
  other: true,
};

/** The reasons that an entry with each outcome can have; `""` is none. */
export const entryReasons: Readonly<Record<EntryOutcome, readonly string[]>> = {
  accepted: ["", "no-usable-record"],
  duplicate: ["same-report"],
  conflict: ["unauthenticated", "other-content"],
  held: ["domain-pending", "unknown-domain"],
  refused: Object.keys(refused),
  "not-aggregate": Object.keys(notAggregate),
};
