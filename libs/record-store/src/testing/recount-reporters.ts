import type { CompletenessQuestion, DayCompleteness } from "../questions/reporters/read-completeness.ts";
import type { PolicySpan, PolicySpansQuestion, StatedPolicy } from "../questions/reporters/read-policy-spans.ts";
import type { Reporter, ReportersQuestion } from "../questions/reporters/read-reporters.ts";
import type { GeneratedReport } from "./generate-reports.ts";
import { recountReports } from "./recount.ts";

/** Reporters and the policies that they saw, recomputed from the reports themselves. */

const DAY_MS = 86_400_000;

/** The reporters of a history, without hashes: those with the most messages first. */
export function recountReporters(
  all: readonly GeneratedReport[],
  { historyStart, reportersMax, ...filter }: ReportersQuestion,
): Omit<Reporter, "hash">[] {
  const history = recountReports(all, { ...filter, startDate: historyStart });
  return [...Map.groupBy(history, ({ row }) => row.header.reporter)]
    .map(([reporter, own]) => ({ reporter, own, of: toReporter(own, filter.startDate) }))
    .sort(
      (a, b) =>
        b.of.messages - a.of.messages || messagesOf(b.own) - messagesOf(a.own) || (a.reporter < b.reporter ? -1 : 1),
    )
    .slice(0, reportersMax)
    .map(({ reporter, of }) => ({ reporter, ...of }));
}

function toReporter(own: readonly GeneratedReport[], startDate: string) {
  const inPeriod = own.filter(({ row }) => row.day >= startDate);
  const days = daysOf(own);
  const gaps = days.slice(1).map((day, index) => (Date.parse(day) - Date.parse(days[index] ?? "")) / DAY_MS);
  const delays = own.map(({ row }) => Math.max(0, secondOf(row.receivedAt) - row.header.dateRange.end));
  return {
    domains: [...new Set(own.flatMap(({ row }) => row.reporterDomain ?? []))].sort().slice(0, 5),
    reports: inPeriod.length,
    messages: messagesOf(inPeriod),
    passed: inPeriod.reduce((sum, { row }) => sum + row.totals.passed, 0),
    days: daysOf(inPeriod).length,
    historyDays: days.length,
    firstDay: days[0] ?? "",
    lastDay: days.at(-1) ?? "",
    gapDays: quantile(gaps, 0.9),
    lastEnd: new Date(
      Math.max(...own.map(({ row }) => Math.min(row.header.dateRange.end, secondOf(row.receivedAt)))) * 1000,
    ),
    delay: { median: quantile(delays, 0.5), p95: quantile(delays, 0.95) },
  };
}

/** The element at `level` of the sorted values. */
function quantile(values: readonly number[], level: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(level * sorted.length), sorted.length - 1)] ?? 0;
}

/** What has come in of the newest days, by the reports of each pair of domain and reporter. */
export function recountCompleteness(
  all: readonly GeneratedReport[],
  { lastDay, ...filter }: CompletenessQuestion,
): DayCompleteness[] {
  const recent = recountReports(all, { ...filter, startDate: addDays(lastDay, -34), endDate: lastDay });
  const firstDayOf = new Map(
    [...Map.groupBy(recent, ({ row }) => row.domainId)].map(([domainId, own]) => [domainId, daysOf(own)[0] ?? ""]),
  );
  const pairs = [...Map.groupBy(recent, ({ row }) => JSON.stringify([row.domainId, row.header.reporter])).values()];
  return Array.from({ length: 7 }, (_, index) => addDays(lastDay, index - 6)).map((day) => {
    const judged = pairs.map((own) => {
      const domainId = own[0]?.row.domainId ?? "";
      const weekdays = [7, 14, 21, 28]
        .map((ago) => addDays(day, -ago))
        .filter((weekday) => weekday >= (firstDayOf.get(domainId) ?? ""));
      const found = own.filter(({ row }) => weekdays.includes(row.day));
      const count = daysOf(found).length;
      const isRecent = own.some(({ row }) => row.day < day && row.day >= addDays(day, -7));
      const ofDay = own.filter(({ row }) => row.day === day);
      return {
        ...{ reporter: own[0]?.row.header.reporter ?? "", weekdays: weekdays.length, ofDay },
        isExpected: count > 0 && count / weekdays.length >= 0.75 && isRecent,
        // In twelfths, which are whole.
        usual: weekdays.length === 0 ? 0 : (messagesOf(found) * 12) / weekdays.length,
      };
    });
    const expected = judged.filter(({ isExpected }) => isExpected);
    const reported = expected.filter(({ ofDay }) => ofDay.length > 0);
    const sum = (some: typeof judged) => some.reduce((total, { usual }) => total + usual, 0) / 12;
    const missing = Map.groupBy(
      expected.filter(({ ofDay }) => ofDay.length === 0),
      ({ reporter }) => reporter,
    );
    return {
      ...{ day, messages: messagesOf(judged.flatMap(({ ofDay }) => ofDay)) },
      reporters: new Set(judged.filter(({ ofDay }) => ofDay.length > 0).map(({ reporter }) => reporter)).size,
      isKnown: judged.some(({ weekdays }) => weekdays > 0),
      ...{ expected: expected.length, reported: reported.length },
      ...{ usualMessages: sum(expected), usualReported: sum(reported) },
      missing: [...missing]
        .map(([reporter, own]) => ({ reporter, usualMessages: sum(own) }))
        .sort((a, b) => b.usualMessages - a.usualMessages || (a.reporter < b.reporter ? -1 : 1))
        .slice(0, 10),
    };
  });
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The policies of all reporters, each with its spans in their order. */
export function recountPolicySpans(
  all: readonly GeneratedReport[],
  { policyDomain, cuts, ...filter }: Omit<PolicySpansQuestion, "hashes" | "spansMax">,
): ReadonlyMap<string, Omit<PolicySpan, "hash">[]> {
  const own = recountReports(all, filter).filter(({ row }) => row.header.policyPublished.domain === policyDomain);
  return new Map(
    [...Map.groupBy(own, ({ row }) => row.header.reporter)].map(([reporter, reports]) => [
      reporter,
      toSpans(reports, cuts),
    ]),
  );
}

function toSpans(reports: readonly GeneratedReport[], cuts: readonly string[]): Omit<PolicySpan, "hash">[] {
  const last = new Map<string, string>();
  for (const { row } of reports) {
    const text = textOf(row.header.policyPublished);
    last.set(text, [last.get(text) ?? "", row.day].sort().at(-1) ?? "");
  }
  const ofDays = [
    ...Map.groupBy(reports, ({ row }) => `${row.day} ${textOf(row.header.policyPublished)}`).values(),
  ].map((some) => {
    const day = some[0]?.row.day ?? "";
    const text = some[0] ? textOf(some[0].row.header.policyPublished) : "";
    const begin = Math.min(...some.map(({ row }) => row.header.dateRange.begin));
    return { day, text, begin, count: some.length, order: [day, begin, last.get(text) ?? "", text] };
  });
  const spans: (Omit<PolicySpan, "hash"> & { readonly name: string })[] = [];
  for (const { day, text, count } of ofDays.sort((a, b) => compare(a.order, b.order))) {
    const name = `${cuts.filter((cut) => cut <= day).length} ${text}`;
    const before = spans.at(-1);
    if (before?.name === name) spans.splice(-1, 1, { ...before, lastDay: day, reports: before.reports + count });
    else spans.push({ name, policy: toStated(JSON.parse(text)), firstDay: day, lastDay: day, reports: count });
  }
  return spans.map(({ name: _, ...span }) => span);
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) < (b[place] ?? 0) ? -1 : 1;
}

function textOf({ p, sp, np, adkim, aspf, pct, testing }: StatedPolicy): string {
  return JSON.stringify([p, sp, np, adkim, aspf, pct, testing].map((value) => (value ?? "").trim().toLowerCase()));
}

function toStated(values: readonly string[]): StatedPolicy {
  const [p, sp, np, adkim, aspf, pct, testing] = values.map((value) => value || null);
  const known = { p: p ?? null, sp: sp ?? null, np: np ?? null, adkim: adkim ?? null };
  return { ...known, aspf: aspf ?? null, pct: pct ?? null, testing: testing ?? null };
}

function daysOf(reports: readonly GeneratedReport[]): string[] {
  return [...new Set(reports.map(({ row }) => row.day))].sort();
}

function messagesOf(reports: readonly GeneratedReport[]): number {
  return reports.reduce((sum, { row }) => sum + row.totals.messages, 0);
}

function secondOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
