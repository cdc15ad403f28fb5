/** Why nothing of a document can be stored. Closed: metrics, tests and the ingest log list these. */
export type RefusalReason =
  | "empty"
  | "not-xml"
  | "doctype"
  | "truncated"
  | "not-well-formed"
  | "several-reports"
  | "too-large"
  | "too-deep"
  | "too-many-records"
  | "too-many-messages"
  | "too-many-attributes"
  | "tag-too-long"
  | "text-too-long"
  | "no-period"
  | "no-domain";

/** Unwinds the scanner from wherever a document turns out to be unusable; never leaves this folder. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
