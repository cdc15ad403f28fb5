import type { Submission } from "@ruaflow/dmarc";
import type { MailAuthentication, MailAuthenticator } from "@ruaflow/mail-auth";
import type { Span, Tracing } from "@ruaflow/runtime/tracing";
import type { ByteBudget } from "../byte-budget.ts";
import type { IngestLimits } from "../limits.ts";
import type { Lookups } from "../lookups.ts";
import type { Outputs } from "../outputs.ts";
import type { Reader } from "../reading/reader.ts";
import type { EntryResult, Route } from "../submission-result.ts";
import type { Party } from "../turns.ts";
import type { MailAllowance, UnprovenBudget } from "../unproven/unproven-budget.ts";
import type { Archive } from "./archive.ts";
import type { HoldRoom, SubmissionHold } from "./hold-room.ts";
import type { TrustOfReports } from "./report-trust.ts";

/** The services that process submissions. */
export interface IngestServices {
  readonly lookups: Lookups;
  readonly outputs: Outputs;
  readonly reader: Reader;
  /** For the entries that submissions have in flight beside their first ones. */
  readonly entriesBudget: ByteBudget;
  /** For reports on domains that no organization has claimed. */
  readonly holdRoom: HoldRoom;
  readonly unprovenBudget: UnprovenBudget;
  readonly mailAuthenticator: MailAuthenticator;
  /** Set for submissions that are read again: what was proven when they were received. */
  readonly readKnownProof?: (submissionId: string) => Promise<MailAuthentication | null>;
  /** Told of each entry once it is durable, whichever comes first. */
  readonly onEntry?: ((result: EntryResult) => void) | undefined;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
  readonly tracing: Tracing;
  readonly span: Span;
}

/** A submission being processed. */
export interface SubmissionContext {
  readonly submission: Submission;
  readonly route: Route;
  readonly services: IngestServices;
  /** Whose turn it is when its entries are read. */
  readonly party: Party | null;
  readonly archive: Archive;
  readonly hold: SubmissionHold;
  readonly trust: TrustOfReports;
  /** `null`: it did not come by SMTP. */
  readonly allowance: MailAllowance | null;
}
