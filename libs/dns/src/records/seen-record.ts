import type { TxtAnswer } from "../txt-lookup.ts";
import type { DmarcRecord } from "./dmarc-record.ts";

/** The records of a domain that are watched for changes. */
export const watchedRecords = ["dmarc", "mta_sts", "verification", "report_authorization"] as const;

export type WatchedRecord = (typeof watchedRecords)[number];

/** The policy that a domain without a DMARC record of its own inherits (RFC 9989, section 4.10). */
export type InheritedPolicy =
  /** @property from the parent domain that publishes the record */
  | { readonly kind: "found"; readonly from: string; readonly record: DmarcRecord }
  | { readonly kind: "none" }
  /** A lookup failed that decides it. */
  | { readonly kind: "failed"; readonly reason: string };

/** Texts that look like a record, at a name where they are not looked up. */
export interface MisplacedRecord {
  readonly host: string;
  readonly texts: readonly string[];
}

/** The result of one lookup of a record. */
export interface SeenRecord {
  readonly record: WatchedRecord;
  /** The full name that was looked up. */
  readonly host: string;
  readonly answer: TxtAnswer;
  /** Only of a DMARC record that is not published at the domain itself. */
  readonly inherited?: InheritedPolicy;
  /** Only where nothing is published at the right name. */
  readonly misplaced?: MisplacedRecord;
}
