export interface HostileSubmission {
  readonly name: string;
  /** Made anew for each use: kept, they would be most of the memory measured. */
  readonly build: () => Uint8Array | AsyncIterable<Uint8Array>;
  /** The last entry that it must give, without its path; or all entries. */
  readonly outcome: Outcome;
}

/** A reason to refuse, what a part is in place of a report, or the text of a document. */
type Outcome = string | readonly string[];

/** The submissions of a table: each name with the outcome that it must have and what makes it. */
export function listHostile(
  table: Readonly<Record<string, readonly [outcome: Outcome, build: HostileSubmission["build"]]>>,
): readonly HostileSubmission[] {
  return Object.entries(table).map(([name, [outcome, build]]) => ({ name, outcome, build }));
}
