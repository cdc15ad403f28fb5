import type { EntryOutcome, EntryResult } from "@ruaflow/ingest";
import { describeError } from "@ruaflow/runtime";
import { clean } from "../explain/to-text.ts";

/** Refusals listed to people; all of them are in the JSON summary. */
const LISTED_MAX = 50;

/** What a file counts as: the best that any of its entries came to. */
const FILE_OUTCOMES = ["accepted", "duplicate", "held", "conflict", "refused", "not-aggregate"] as const;

/** A file, or an entry of it, that did not lead to a stored report. */
interface Listed {
  readonly file: string;
  readonly path: string;
  readonly outcome: EntryOutcome;
  readonly reason: string;
  readonly detail: string;
}

/** Counts of an import. */
export interface Summary {
  readonly files: FileCounts;
  /** Entries of all files by outcome: a file may hold several reports. */
  readonly entries: Readonly<Record<EntryOutcome, number>>;
  readonly listed: readonly Listed[];
  /** Files that could not be processed at all. */
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  add(file: string, entries: readonly EntryResult[]): void;
  addFailure(file: string, error: unknown): void;
}

type FileCounts = Readonly<Record<EntryOutcome | "total" | "done" | "failed", number>>;

const zero = { accepted: 0, duplicate: 0, held: 0, conflict: 0, refused: 0, "not-aggregate": 0 };

export function createSummary(total: number): Summary {
  const files = { total, done: 0, failed: 0, ...zero };
  const entryCounts = { ...zero };
  const listed: Listed[] = [];
  const failed: { file: string; error: string }[] = [];
  return {
    files,
    entries: entryCounts,
    listed,
    failed,
    add(file, entries) {
      files.done += 1;
      files[toFileOutcome(entries)] += 1;
      for (const { outcome, path, reason, detail } of entries) {
        entryCounts[outcome] += 1;
        if (outcome === "accepted" || outcome === "duplicate") continue;
        listed.push({ file, path, outcome, reason: reason ?? "", detail: detail ?? "" });
      }
    },
    addFailure(file, error) {
      files.done += 1;
      files.failed += 1;
      failed.push({ file, error: describeError(error) });
    },
  };
}

function toFileOutcome(entries: readonly EntryResult[]): EntryOutcome {
  return FILE_OUTCOMES.find((outcome) => entries.some((entry) => entry.outcome === outcome)) ?? "not-aggregate";
}

export function toSummaryText({ files, entries, listed, failed }: Summary): string {
  const optional = (["held", "conflict"] as const).filter((outcome) => files[outcome] > 0);
  const lines = [
    `${files.total} files: ${files.accepted} accepted, ${files.duplicate} duplicate, ${files.refused} refused, ${files["not-aggregate"]} not aggregate` +
      optional.map((outcome) => `, ${files[outcome]} ${outcome}`).join("") +
      (files.failed > 0 ? `, ${files.failed} could not be processed` : ""),
    `Reports stored: ${entries.accepted}`,
    ...listed
      .slice(0, LISTED_MAX)
      .map(({ path, outcome, reason, detail }) => `  ${outcome}: ${clean(path)}: ${clean(detail)} [${reason}]`),
    ...(listed.length > LISTED_MAX ? [`  ... and ${listed.length - LISTED_MAX} more (--json lists them all)`] : []),
    ...failed.map(({ file, error }) => `  failed: ${clean(file)}: ${clean(error)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The summary for scripts. */
export function toSummaryJson({ files, entries, listed, failed }: Summary) {
  const { done: _, ...counts } = files;
  return { files: counts, entries, listed, failed };
}
