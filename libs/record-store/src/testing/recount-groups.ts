import { isDmarcPass } from "@ruaflow/report";
import type { GroupQuestion, RecordGrouping } from "../questions/groups/group-key.ts";
import type { GroupCounts, GroupReports } from "../questions/groups/read-group-counts.ts";
import type { GroupSums } from "../questions/groups/read-group-sums.ts";
import type { VerdictColumn } from "../questions/verdict-condition.ts";
import type { GeneratedReport } from "./generate-reports.ts";
import { recountMessages, recountReports } from "./recount.ts";

/** What is known of addresses, as text: `organization` and `country`. */
export type Facts = ReadonlyMap<string, { readonly organization: string | null; readonly country: string | null }>;

type Group = Omit<GroupSums & GroupCounts & GroupReports, "hash" | "isPresent">;

interface Sighting {
  readonly report: GeneratedReport;
  readonly record: GeneratedReport["records"][number];
}

interface GroupRecount extends GroupQuestion {
  readonly groupBy: Exclude<RecordGrouping, VerdictColumn | "sender_cause">;
  readonly previousStart: string;
}

const DAY_MS = 86_400_000;

/** The groups of a question, recomputed from the reports themselves, unordered. */
export function recountGroups(all: readonly GeneratedReport[], question: GroupRecount, facts: Facts): Group[] {
  const { startDate, endDate, previousStart, failuresOnly } = question;
  const length = Date.parse(endDate) - Date.parse(startDate) + DAY_MS;
  const previousEnd = new Date(Date.parse(startDate) - DAY_MS).toISOString().slice(0, 10);
  const keyOf = ({ report, record }: Sighting, later = 0) => {
    const day = new Date(Date.parse(report.row.day) + later).toISOString().slice(0, 10);
    return toKeys({ report, record }, day, facts)[question.groupBy];
  };
  const find = (period: { startDate: string; endDate: string }) =>
    recountReports(all, { ...question, ...period })
      .flatMap((report) => report.records.map((record) => ({ report, record })))
      .filter(({ record }) => !failuresOnly || !isDmarcPass(record.policyEvaluated));
  const current = Map.groupBy(find({ startDate, endDate }), (one) => keyOf(one));
  const previous = Map.groupBy(find({ startDate: previousStart, endDate: previousEnd }), (one) => keyOf(one, length));
  return [...current]
    .map(([key, group]) => ({ key, ...recountGroup(group, previous.get(key) ?? []) }))
    .filter(({ messages }) => !failuresOnly || messages > 0);
}

function toKeys({ report: { row }, record }: Sighting, day: string, facts: Facts) {
  const fact = facts.get(record.sourceIp);
  return {
    domain: row.domainId,
    day,
    reporter: row.header.reporter || null,
    header_from: record.identifiers.headerFrom || null,
    disposition: record.policyEvaluated.disposition || null,
    source_organization: fact?.organization ?? null,
    country: fact?.country ?? null,
  };
}

function recountGroup(group: readonly Sighting[], before: readonly Sighting[]) {
  const distinct = (read: (one: Sighting) => string, of = group) => new Set(of.map(read)).size;
  const sending = group.filter(({ record }) => record.count > 0);
  const earlier = recountMessages(before.map(({ record }) => record));
  return {
    ...recountMessages(group.map(({ record }) => record)),
    previousMessages: earlier.messages,
    previousPassed: earlier.passed,
    reports: distinct(({ report }) => report.row.reportId),
    sources: distinct(({ record }) => record.sourceIp, sending),
    domains: distinct(({ report }) => report.row.domainId),
  };
}
