import type { EntryOutcome, EntryResult } from "@ruaflow/ingest";
import { expect, test } from "vitest";
import { createSummary, isImportFailed, toSummaryJson, toSummaryText } from "./summary.ts";

function toEntry(outcome: EntryOutcome, path: string, reason: string | null = null): EntryResult {
  return {
    entry: 0,
    path,
    outcome,
    reason,
    detail: `About ${path}.`,
    reportId: null,
    domain: null,
    trust: null,
    totals: null,
  };
}

function summarize(outcomes: readonly EntryOutcome[]) {
  const summary = createSummary(outcomes.length);
  for (const outcome of outcomes) summary.add("a.xml", [toEntry(outcome, "a.xml", outcome)]);
  return summary;
}

test.for<[EntryOutcome[], boolean]>([
  [["accepted"], false],
  [["duplicate"], false],
  [["held"], false],
  [["not-aggregate"], false],
  [[], false],
  [["refused", "accepted"], false],
  [["refused", "duplicate"], false],
  [["refused"], true],
  [["conflict"], true],
  [["refused", "not-aggregate"], true],
])("an import with %j has failed: %s", ([outcomes, expected]) => {
  expect(isImportFailed(summarize(outcomes))).toBe(expected);
});

test("a file that could not be processed makes the import fail, even if other reports were stored", () => {
  const summary = summarize(["accepted"]);
  summary.addFailure("b.xml", new Error("unreadable"));
  expect(isImportFailed(summary)).toBe(true);
});

test("reasons are grouped, most frequent first, with a few files each, followed by the counts", () => {
  const summary = createSummary(8);
  for (let index = 0; index < 6; index += 1) {
    summary.add(`${index}.xml`, [toEntry("refused", `${index}.xml`, "unknown-domain")]);
  }
  summary.add("torn.zip", [toEntry("refused", "torn.zip", "broken-archive")]);
  summary.addFailure("secret.xml", new Error("permission denied"));
  expect(toSummaryText(summary)).toBe(`  refused 6 [unknown-domain]: 0.xml: About 0.xml. Also: 1.xml, 2.xml and 3 more
  refused 1 [broken-archive]: torn.zip: About torn.zip.
  failed: secret.xml: permission denied
Reports stored: 0
8 files: 0 accepted, 0 duplicate, 7 refused, 0 not aggregate, 1 could not be processed
`);
});

test("at most ten failures are listed, the rest are counted", () => {
  const summary = createSummary(12);
  for (let index = 0; index < 12; index += 1) summary.addFailure(`${index}.xml`, new Error("permission denied"));
  const lines = toSummaryText(summary).split("\n");
  expect(lines.filter((line) => line.startsWith("  failed: "))).toHaveLength(10);
  expect(lines).toContain("  ... and 2 more failures (--json lists them all)");
});

test("control characters in a path do not reach the terminal", () => {
  const summary = createSummary(1);
  summary.add("a", [toEntry("refused", "\u001b[2J", "x")]);
  expect(toSummaryText(summary)).not.toContain("\u001b");
});

test("an archive's reports are counted one by one, as the lines above the counts do", () => {
  const summary = createSummary(1);
  const entries = (["accepted", "accepted", "refused", "held"] as const).map((outcome) =>
    toEntry(outcome, "a.tar.gz/r.xml", outcome),
  );
  summary.add("a.tar.gz", entries);
  expect(toSummaryText(summary).split("\n").slice(-3)).toEqual([
    "Reports stored: 2",
    "1 file with 4 documents: 2 accepted, 0 duplicate, 1 refused, 0 not aggregate, 1 held",
    "",
  ]);
});

test("the mails of mailboxes are counted, so that one that lacks a mail shows", () => {
  const summary = createSummary(3);
  summary.add("a.mbox", [toEntry("accepted", "a.mbox > mail 1")], 2);
  summary.add("b.mbox", [toEntry("accepted", "b.mbox > mail 1")], 1);
  summary.add("c.xml", [toEntry("accepted", "c.xml")], 0);
  expect(toSummaryText(summary).split("\n").slice(0, 2)).toEqual(["Mails in mailboxes: 3", "Reports stored: 3"]);
  expect(toSummaryJson(summary)).toMatchObject({ mails: 3 });
});

test("reports that are stored already are said beside those that were stored", () => {
  const summary = createSummary(2);
  summary.add("a.xml", [toEntry("duplicate", "a.xml", "same-report")]);
  summary.add("b.xml", [toEntry("duplicate", "b.xml", "same-report")]);
  expect(toSummaryText(summary)).toContain("Reports stored: 0; 2 already stored\n");
  expect(toSummaryJson(summary)).toMatchObject({
    files: { not_aggregate: 0 },
    entries: { duplicate: 2, not_aggregate: 0 },
  });
});
