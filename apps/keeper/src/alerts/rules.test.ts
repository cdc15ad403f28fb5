import type { Silence } from "@ruaflow/metadata-store/watch";
import type { DayCounts } from "@ruaflow/record-store/questions";
import { expect, test } from "vitest";
import { sampleDomain } from "../testing/sample-domain.ts";
import { findFailureVolume } from "./failure-volume.ts";
import { toDay } from "./finding.ts";
import { findMissingReports } from "./missing-reports.ts";
import { findNewSources } from "./new-sources.ts";
import { findPassRate } from "./pass-rate.ts";

const now = new Date("2026-03-31T12:00:00Z");
const { alertRules: rules } = sampleDomain;

const day = (daysBefore: number, messages: number, failed: number): DayCounts => ({
  day: toDay(now, daysBefore),
  messages,
  passed: messages - failed,
});
const passRate = (...days: DayCounts[]) => findPassRate(rules.pass_rate, days, { now });
const volume = (...days: DayCounts[]) => findFailureVolume(rules.failure_volume, days, now);
const usually = (failed: number, days = 28) => Array.from({ length: days }, (_, index) => day(3 + index, 1000, failed));
const missing = (silence: Partial<Silence>) =>
  findMissingReports(rules.missing_reports, {
    days: 3,
    latestDay: "2026-03-27",
    verifiedDay: "2026-01-02",
    usualGapDays: 1,
    isExpected: true,
    ...silence,
  });

test("a pass rate below the threshold is found, at the threshold it is not", () => {
  expect(passRate(day(1, 1000, 101))).toMatchObject({
    isCrossed: true,
    value: 89.9,
    threshold: 90,
    summary: "89.9 % of 1,000 messages in 7 days passed DMARC; the threshold is 90 %.",
  });
  expect(passRate(day(1, 1000, 100))).toMatchObject({ isCrossed: false, value: 90 });
  expect(passRate(day(1, 100_000, 10_001))).toMatchObject({ isCrossed: true, value: 89.9 });
});

test("too few messages, and messages before the window, do not count for the pass rate", () => {
  expect(passRate(day(0, 99, 99))).toMatchObject({ isCrossed: false, value: 0 });
  expect(passRate(day(0, 50, 50), day(6, 50, 50))).toMatchObject({ isCrossed: true });
  expect(passRate(day(7, 1000, 1000))).toMatchObject({ isCrossed: false });
  expect(passRate()).toMatchObject({ isCrossed: false, value: 0 });
});

test("many more failures than usual are found on each of the last three days, whatever the usual number", () => {
  for (const daysBefore of [0, 1, 2]) {
    expect(volume(...usually(100), day(daysBefore, 1000, 300))).toMatchObject({
      isCrossed: true,
      value: 300,
      threshold: 300,
      summary: `300 of 1,000 messages (30 %) failed DMARC on ${toDay(now, daysBefore)}; the usual number is 100 a day.`,
    });
  }
  expect(volume(...usually(100), day(1, 1000, 299))).toMatchObject({ isCrossed: false, value: 299 });
  expect(volume(...usually(100).with(0, day(3, 1000, 900)))).toMatchObject({ isCrossed: false });
});

test("the minimum number of failures applies when the usual number is low, and one bad day does not raise it", () => {
  expect(volume(...usually(1), day(1, 1000, 99))).toMatchObject({ isCrossed: false, threshold: 100 });
  expect(volume(...usually(1), day(1, 1000, 100))).toMatchObject({ isCrossed: true });
  expect(volume(...usually(100).with(9, day(12, 90_000, 90_000)), day(1, 1000, 300))).toMatchObject({
    isCrossed: true,
  });
});

test("the usual number is unknown with less than a week of mail", () => {
  expect(volume(...usually(1, 6), day(1, 1000, 900))).toMatchObject({ isCrossed: false });
  expect(volume(...usually(1, 7), day(1, 1000, 900))).toMatchObject({ isCrossed: true });
  expect(volume()).toMatchObject({
    isCrossed: false,
    value: 0,
    summary: "0 messages failed DMARC; the usual number is 0 a day.",
  });
});

test("days without reports among the four weeks are no days without failures", () => {
  const weekdays = [4, 5, 6, 11, 12, 13, 18, 19, 20].map((daysBefore) => day(daysBefore, 1000, 90));
  expect(volume(...weekdays, day(1, 1000, 269))).toMatchObject({ isCrossed: false, threshold: 270 });
  expect(volume(...weekdays, day(1, 1000, 270))).toMatchObject({
    isCrossed: true,
    summary: expect.stringContaining("the usual number is 90 a day"),
  });
});

test("days whose mail was all forged and refused are days with reports", () => {
  const refused = Array.from({ length: 28 }, (_, index) => day(3 + index, 0, 0));
  expect(volume(...refused, day(1, 1000, 100))).toMatchObject({ isCrossed: true, threshold: 100 });
});

test("of an even number of days the usual number is the mean of the middle two", () => {
  const days = [10, 20, 30, 50, 70, 80, 90, 90].map((failed, index) => day(3 + index, 1000, failed));
  expect(volume(...days, day(1, 1000, 180))).toMatchObject({ isCrossed: true, threshold: 180 });
});

test("missing reports are found, with the true day of the newest report", () => {
  expect(missing({ days: 2 })).toMatchObject({ isCrossed: false, value: 2 });
  expect(missing({})).toMatchObject({
    isCrossed: true,
    value: 3,
    summary: "No reports since 2026-03-27: 3 days without reports.",
  });
  expect(missing({ days: 87, latestDay: null })).toMatchObject({
    isCrossed: true,
    value: 87,
    summary: "No reports yet, verified on 2026-01-02: 87 days without reports.",
  });
  expect(missing({ days: 87, latestDay: "2020-05-01" }).summary).toBe(
    "No reports since 2020-05-01, verified on 2026-01-02: 87 days without reports.",
  );
  expect(findMissingReports(rules.missing_reports, undefined)).toMatchObject({ isCrossed: false, value: 0 });
});

test("a domain whose reports usually come with gaps is not missed within them, and one of which none are expected never", () => {
  expect(missing({ days: 8, usualGapDays: 7 })).toMatchObject({ isCrossed: false, threshold: 9 });
  expect(missing({ days: 9, usualGapDays: 7 })).toMatchObject({
    isCrossed: true,
    summary:
      "No reports since 2026-03-27: 9 days without reports; up to 7 days from one day with reports to the next are usual.",
  });
  expect(missing({ days: 900, isExpected: false }).isCrossed).toBe(false);
});

test("a new source is found when it has enough failures", () => {
  const sources = [
    { sourceIp: "192.0.2.1", failed: 1234, firstDay: "2026-04-01" },
    { sourceIp: "192.0.2.2", failed: 50, firstDay: "2026-04-01" },
    { sourceIp: "192.0.2.3", failed: 49, firstDay: "2026-04-01" },
  ];
  const found = findNewSources(rules.new_source, sources);
  expect(found.map(({ sourceIp }) => sourceIp)).toEqual(["192.0.2.1", "192.0.2.2"]);
  expect(found[0]?.summary).toBe("192.0.2.1 is a new source and sent 1,234 messages that fail DMARC in 7 days.");
});
