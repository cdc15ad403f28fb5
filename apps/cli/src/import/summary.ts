import type { EntryOutcome, EntryResult } from "@ruaflow/ingest";
import { describeError } from "@ruaflow/runtime/errors";
import { clean } from "../clean-text.ts";
import { pluralize } from "../pluralize.ts";
import { describeReason, groupByReason, type Listed } from "./reasons.ts";

/** Failures shown in the text summary; the JSON summary has all of them. */
const FAILURES_SHOWN_MAX = 10;

/** A file counts as the best outcome of its entries, in this order. */
const FILE_OUTCOMES = ["accepted", "duplicate", "held", "conflict", "refused", "not-aggregate"] as const;

/** Counts of an import. */
export interface Summary {
  readonly files: FileCounts;
  /** Entries of all files by outcome: a file may hold several reports. */
  readonly entries: Readonly<Record<EntryOutcome, number>>;
  /** Mails of the files that are mailboxes or contain some, with reports or without. */
  readonly mails: number;
  /** Files that an earlier part of the same import has done; they are in no other count. */
  readonly skipped: number;
  readonly listed: readonly Listed[];
  /** Files that could not be processed at all. */
  readonly failed: readonly { readonly file: string; readonly error: string }[];
  add(file: string, entries: readonly EntryResult[], mails?: number): void;
  addFailure(file: string, error: unknown): void;
}

type FileCounts = Readonly<Record<EntryOutcome | "total" | "done" | "failed", number>>;

const zero = { accepted: 0, duplicate: 0, held: 0, conflict: 0, refused: 0, "not-aggregate": 0 };

export function createSummary(total: number, skipped = 0): Summary {
  const files = { total, done: 0, failed: 0, ...zero };
  const entryCounts = { ...zero };
  const listed: Listed[] = [];
  const failed: { file: string; error: string }[] = [];
  let allMails = 0;
  return {
    files,
    entries: entryCounts,
    get mails() {
      return allMails;
    },
    skipped,
    listed,
    failed,
    add(file, entries, mails = 0) {
      allMails += mails;
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

/** Whether the command fails: a file could not be processed, or every report was refused or in conflict. */
export function isImportFailed({ files, entries }: Summary): boolean {
  const storedOrHeld = entries.accepted + entries.duplicate + entries.held;
  return files.failed > 0 || (storedOrHeld === 0 && entries.refused + entries.conflict > 0);
}

/** The summary as text: first the reasons, then the counts, so that they stay visible on the screen. */
export function toSummaryText({ files, entries, mails, skipped, listed, failed }: Summary): string {
  const optional = (["held", "conflict"] as const).filter((outcome) => entries[outcome] > 0);
  const more = failed.length - FAILURES_SHOWN_MAX;
  const lines = [
    ...groupByReason(listed).map(describeReason),
    ...failed.slice(0, FAILURES_SHOWN_MAX).map(({ file, error }) => `  failed: ${clean(file)}: ${clean(error)}`),
    ...(more > 0 ? [`  ... and ${pluralize(more, "more failure")} (--json lists them all)`] : []),
    ...(mails > 0 ? [`Mails in mailboxes: ${mails}`] : []),
    `Reports stored: ${entries.accepted}${entries.duplicate > 0 ? `; ${entries.duplicate} already stored` : ""}`,
    `${describeRead(files, entries)}: ${entries.accepted} accepted, ${entries.duplicate} duplicate, ${entries.refused} refused, ${entries["not-aggregate"]} not aggregate` +
      optional.map((outcome) => `, ${entries[outcome]} ${outcome}`).join("") +
      (files.failed > 0 ? `, ${files.failed} could not be processed` : "") +
      (skipped > 0 ? `; ${skipped} skipped, done earlier` : ""),
  ];
  return `${lines.join("\n")}\n`;
}

/** An archive is one file with any number of entries, of which each has an outcome. */
function describeRead(files: FileCounts, entries: Summary["entries"]): string {
  const found = Object.values(entries).reduce((sum, count) => sum + count, 0);
  const read = pluralize(files.total, "file");
  return found + files.failed === files.total ? read : `${read} with ${pluralize(found, "document")}`;
}

/** The summary for scripts. */
export function toSummaryJson({ files, entries, mails, skipped, listed, failed }: Summary) {
  const { done: _, ...counts } = toNamed(files);
  const reasons = groupByReason(listed).map(({ first: { outcome, reason }, count }) => ({ outcome, reason, count }));
  return { files: counts, entries: toNamed(entries), mails, skipped, reasons, listed, failed };
}

/** An outcome's code as a name. */
function toNamed<Counts extends { readonly "not-aggregate": number }>(counts: Counts) {
  const { "not-aggregate": not_aggregate, ...others } = counts;
  return { ...others, not_aggregate };
}
