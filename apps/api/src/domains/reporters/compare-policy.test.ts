import type { DnsHistoryEntry } from "@ruaflow/metadata-store/watch";
import type { StatedPolicy } from "@ruaflow/record-store/reporters";
import { expect, test } from "vitest";
import { addDays } from "../../period.ts";
import { comparePolicy } from "./compare-policy.ts";
import { createPublishedRecords } from "./published-records.ts";

const nothing: StatedPolicy = { p: null, sp: null, np: null, adkim: null, aspf: null, pct: null, testing: null };

/** A history of records and the times when they were first seen. */
const createHistory = (...entries: readonly (readonly [at: string, value: string | null])[]) =>
  entries
    .map(
      ([at, newValue]): DnsHistoryEntry => ({
        ...{ record: "dmarc", host: "_dmarc.example.com", oldValue: null, newValue, differences: [] },
        checkedAt: new Date(at),
      }),
    )
    .reverse();

/** Compares with a record that was always published. */
function compare(record: string, stated: Partial<StatedPolicy>) {
  const published = createPublishedRecords(createHistory(["2026-01-01T00:00:00Z", record]), true);
  const { matches, differs } = comparePolicy({ ...nothing, ...stated }, published.on("2026-02-01"));
  return matches === false ? differs.join(" ") : matches;
}

test.each([
  ["v=DMARC1; p=none", { p: "none" }, true],
  ["v=DMARC1; p=none", { p: "reject" }, "p"],
  ["v=DMARC1; p=none", {}, null],
  ["v=DMARC1; p=reject", { p: "reject", sp: "reject", np: "reject" }, true],
  ["v=DMARC1; p=reject; sp=none", { p: "reject", sp: "reject" }, "sp"],
  ["v=DMARC1; p=reject; sp=none", { p: "reject", sp: "none", np: "none" }, true],
  ["v=DMARC1; p=reject; sp=none; np=reject", { p: "reject", np: "none" }, "np"],
  ["v=DMARC1; p=none; np=wrong; rua=mailto:r@example.com", { p: "none", np: "none" }, true],
  ["v=DMARC1; p=none", { p: "none", adkim: "r", aspf: "r", pct: "100", testing: "n" }, true],
  ["v=DMARC1; p=none; adkim=s; aspf=S", { p: "none", adkim: "s", aspf: "s" }, true],
  ["v=DMARC1; p=none; adkim=s; aspf=s", { p: "none", adkim: "r", aspf: "r" }, "adkim aspf"],
  ["v=DMARC1; p=none; pct=20", { p: "none", pct: "20" }, true],
  ["v=DMARC1; p=none; pct=20", { p: "none", pct: "100" }, "pct"],
  ["v=DMARC1; p=none; pct=much", { p: "none", pct: "100" }, true],
  ["v=DMARC1; p=none; t=y", { p: "none", testing: "n" }, "testing"],
  ["v=DMARC1; p=none; t=Y", { p: "none", testing: "y" }, true],
  ["v=DMARC1; rua=mailto:a@example.com", { p: "none" }, true],
  ["v=DMARC1; p=none\nv=DMARC1; p=reject", { p: "none" }, "p"],
])("%s against what a report states, %o: %s", (record, stated, result) => {
  expect(compare(record, stated)).toBe(result);
});

/** Whether a report of each day matches that states `p`. */
const ofDays = (published: ReturnType<typeof createPublishedRecords>, p: string, first: string, days: number) =>
  Array.from(
    { length: days },
    (_, index) => comparePolicy({ ...nothing, p }, published.on(addDays(first, index))).matches,
  );

const changed = createHistory(
  ["2026-03-10T23:00:00Z", "v=DMARC1; p=none"],
  ["2026-03-20T01:00:00Z", "v=DMARC1; p=reject"],
);

test("around a change both records match, for a day before and a day after", () => {
  const published = createPublishedRecords(changed, true);
  expect(ofDays(published, "none", "2026-03-18", 5)).toEqual([true, true, true, true, false]);
  expect(ofDays(published, "reject", "2026-03-17", 5)).toEqual([false, false, true, true, true]);
  expect(ofDays(published, "quarantine", "2026-03-18", 5)).toEqual([false, false, false, false, false]);
});

test("before the first check nothing is known, but what was found then matches from the day before", () => {
  const published = createPublishedRecords(changed, true);
  expect(ofDays(published, "none", "2026-03-07", 4)).toEqual([null, null, true, true]);
  expect(ofDays(published, "reject", "2026-03-09", 4)).toEqual([null, null, null, false]);
  expect(ofDays(createPublishedRecords([], true), "none", "2026-03-07", 2)).toEqual([null, null]);
});

test("without the watch nothing is known after the last check that is in the history", () => {
  const published = createPublishedRecords(changed, false);
  expect(ofDays(published, "none", "2026-03-17", 6)).toEqual([true, true, true, true, true, null]);
  expect(ofDays(published, "reject", "2026-03-17", 6)).toEqual([false, false, true, true, true, null]);
});

test("a record that was removed matches no policy", () => {
  const published = createPublishedRecords(createHistory(["2026-03-01T00:00:00Z", null]), true);
  expect(comparePolicy({ ...nothing, p: "none" }, published.on("2026-03-05"))).toEqual({
    matches: false,
    differs: ["p"],
  });
});

test("cuts are where an answer changes, and nowhere else does one", () => {
  for (const isWatched of [true, false]) {
    const published = createPublishedRecords(changed, isWatched);
    const days = Array.from({ length: 30 }, (_, index) => addDays("2026-03-01", index));
    for (const [index, day] of days.slice(1).entries()) {
      const answers = [days[index] ?? "", day].map((one) => JSON.stringify(published.on(one)));
      if (!published.cuts.includes(day)) expect([day, answers[1]]).toEqual([day, answers[0]]);
    }
    expect(published.cuts).toEqual(["2026-03-09", "2026-03-12", "2026-03-19", "2026-03-22"]);
  }
});
