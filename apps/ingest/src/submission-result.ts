/** Where the reports of a submission belong, as far as its way in tells. */
export interface Route {
  /** Only this organization's domains (upload by key, import with `--org`); `null`: whoever has verified the domain. */
  readonly organizationId: string | null;
  /** Register policy domains that nobody has yet as verified for `organizationId`, by the operator's authority. */
  readonly addDomains: boolean;
  /** Only the entries at these positions, of a submission that is read once more; absent: all. */
  readonly entries?: ReadonlySet<number>;
}

export type EntryOutcome = "accepted" | "duplicate" | "conflict" | "held" | "refused" | "not-aggregate";

/** What became of one entry of a submission: a report, or something that is none. */
export interface EntryResult {
  readonly entry: number;
  /** Where in the submission it was found. */
  readonly path: string;
  readonly outcome: EntryOutcome;
  /** Stable code for everything but `accepted`. */
  readonly reason: string | null;
  /** A sentence for people. */
  readonly detail: string | null;
  readonly reportId: string | null;
  readonly domain: string | null;
}

/** Everything in it is durable once the caller has this. */
export interface SubmissionResult {
  readonly submissionId: string;
  readonly entries: readonly EntryResult[];
}
