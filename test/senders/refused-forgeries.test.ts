import { isForgery, isRefusedForgery } from "@ruaflow/verdicts";
import { expect, test } from "vitest";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { toOwner } from "./halves.ts";
import { type Judged, judgeCorpus, judgePublished } from "./judge-labels.ts";

if (!hasCorpus) warnWithoutCorpus();

/** Percent of messages, the default threshold of the alert about the pass rate. */
const THRESHOLD = 90;

interface Group {
  readonly messages: number;
  readonly passes: boolean;
  /** The reader of the report said so. */
  readonly isForged: boolean;
  readonly isSpared: boolean;
}

/** What an alert leaves out: forged mail, or only what of it was refused. */
type IsSpared = typeof isRefusedForgery;

function toGroups({ label, verdict, groups }: Judged, isSpared: IsSpared): Group[] {
  return groups.map((group, place) => ({
    messages: group.messages,
    passes: group.dmarcPass,
    isForged: label.class === "spoofed",
    isSpared: isSpared(group, verdict.groupClasses[place]),
  }));
}

function isLow(groups: readonly Group[]): boolean {
  const sum = (some: readonly Group[]) => some.reduce((total, { messages }) => total + messages, 0);
  return 100 * sum(groups.filter(({ passes }) => passes)) < THRESHOLD * sum(groups);
}

/** Owners whose pass rate is low by mail that a reader did not call forged, and that of them which still is without what is spared. */
function findAlarms(judged: readonly Judged[], isSpared: IsSpared) {
  const owners = [...Map.groupBy(judged, ({ label }) => toOwner(label.domain))];
  const groups = owners.map(([owner, some]) => ({ owner, groups: some.flatMap((one) => toGroups(one, isSpared)) }));
  const due = groups.filter(({ groups: all }) => isLow(all.filter(({ passes, isForged }) => passes || !isForged)));
  const lost = due.filter(({ groups: all }) => !isLow(all.filter(({ isSpared }) => !isSpared)));
  return { due: due.length, lost: lost.map(({ owner }) => owner), groups: groups.flatMap((one) => one.groups) };
}

test("no domain of the published reports loses a true alarm, and forged mail is spared", () => {
  const { due, lost, groups } = findAlarms(judgePublished(), isRefusedForgery);
  expect([due > 10, lost]).toEqual([true, []]);
  const spared = groups.filter(({ isSpared }) => isSpared);
  expect(spared.filter(({ isForged }) => isForged).length).toBeGreaterThanOrEqual(10);
});

test.skipIf(!hasCorpus)("no domain of the shared corpus loses a true alarm", { timeout: 120_000 }, async () => {
  const { due, lost } = findAlarms(await judgeCorpus(), isRefusedForgery);
  expect([due > 10, lost]).toEqual([true, []]);
});

test("nor does the alert about the pass rate, which leaves out all forged mail, of a domain with more than one message", async () => {
  const judged = [...judgePublished(), ...(hasCorpus ? await judgeCorpus() : [])];
  const { due, lost } = findAlarms(judged, isForgery);
  const messages = (owner: string) =>
    judged
      .filter(({ label }) => toOwner(label.domain) === owner)
      .reduce((sum, { groups }) => sum + groups.reduce((total, group) => total + group.messages, 0), 0);
  expect([due > 10, lost.filter((owner) => messages(owner) > 1)]).toEqual([true, []]);
});
