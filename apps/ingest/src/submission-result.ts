import type { RefusalFacts } from "@ruaflow/dmarc/parse";
import type { SubmissionState } from "@ruaflow/metadata-store/submission-states";
import type { Trust } from "@ruaflow/report";

/** Restrictions on the owner of a submission's reports, from its channel. */
export interface Route {
  /**
   * Only this organization's domains (upload by key, import with `--org`); `null`: the organization that verified the
   * domain.
   */
  readonly organizationId: string | null;
  /**
   * It was fetched from a source of this installation. The only organization sees also what has no other owner; of several
   * organizations none does, unless the source is one's own.
   */
  readonly isFetched?: true;
  /** Registers policy domains without an owner as verified for `organizationId`, on the operator's behalf. */
  readonly addDomains: boolean;
  /** Domains whose report mailboxes a mail was sent to: if nothing is proven of it, they must have room for it. */
  readonly mailboxDomainIds?: readonly string[];
  /** Positions of the entries to read of a submission that is read again; absent: all. */
  readonly entries?: ReadonlySet<number>;
  /** Positions of the entries that are held already: without an owner they stay so. */
  readonly held?: ReadonlySet<number>;
}

export type EntryOutcome = "accepted" | "duplicate" | "conflict" | "held" | "refused" | "not-aggregate";

/** The outcome of one entry of a submission, whether it is a report or not. */
export interface EntryResult {
  readonly entry: number;
  /** Place in the submission where it was found. */
  readonly path: string;
  readonly outcome: EntryOutcome;
  /** Stable code for every outcome except `accepted`, which has one only if the report needs a look. */
  readonly reason: string | null;
  /** An explanation in one sentence. */
  readonly detail: string | null;
  /** Where a refused document is wrong, and who sent it. */
  readonly facts?: RefusalFacts;
  readonly reportId: string | null;
  readonly domain: string | null;
  /** How far the report is trusted; `null` when the entry is not a report, or without an owner. */
  readonly trust: Trust | null;
  /** What the report counts; `null` when the entry is not a report. */
  readonly totals: { readonly records: number; readonly messages: number } | null;
}

/** Once the caller has this, everything in the submission is durable. */
export interface SubmissionResult {
  readonly submissionId: string;
  readonly state: SubmissionState;
  readonly entries: readonly EntryResult[];
  /** Mails of its mailboxes, with reports or without; 0 without a mailbox, or if it was not read to its end. */
  readonly mails: number;
}
