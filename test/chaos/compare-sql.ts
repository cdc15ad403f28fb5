import { setTimeout as sleep } from "node:timers/promises";
import type { GeneratedReport } from "../support/report-generator.ts";
import type { ChaosTarget, SqlRow } from "./target.ts";

/** With the views' names: ClickHouse would take `messages` alone for the sum of that name. */
const RECORDS_QUERY = `SELECT count() AS row_count, sum(records.messages) AS messages, sumIf(records.messages, dmarc_pass) AS passed,
  count() - uniqExact(report_id, ordinal) AS twice FROM records`;

const REPORTS_QUERY = `SELECT count() AS row_count, sum(reports.messages) AS messages, count() - uniqExact(report_id) AS twice
  FROM reports`;

/** A record-writer that died is started again before it publishes what it stored. */
const SHOWN_AFTER_MS = 15_000;

/** Every difference between the sent reports and the rows that the views show, which SQL counts one by one. */
export async function compareSql(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const sum = (field: "records" | "messages" | "passed") =>
    acknowledged.reduce((total, report) => total + report[field], 0);
  const ofRecords = { row_count: sum("records"), messages: sum("messages"), passed: sum("passed"), twice: 0 };
  const ofReports = { row_count: acknowledged.length, messages: sum("messages"), twice: 0 };
  return withPatience(async () => {
    const [records] = await target.sql(RECORDS_QUERY);
    const [reports] = await target.sql(REPORTS_QUERY);
    return [...compareRow("records", records, ofRecords), ...compareRow("reports", reports, ofReports)];
  });
}

/** The differences that are left once none is, or when the time is over. */
async function withPatience(compare: () => Promise<string[]>): Promise<string[]> {
  const deadlineMs = performance.now() + SHOWN_AFTER_MS;
  for (;;) {
    const differences = await compare();
    if (differences.length === 0 || performance.now() > deadlineMs) return differences;
    await sleep(500);
  }
}

function compareRow(table: string, found: SqlRow | undefined, wanted: Readonly<Record<string, number>>): string[] {
  return Object.entries(wanted).flatMap(([name, expected]) => {
    const actual = Number(found?.[name]);
    return actual === expected ? [] : [`SQL on ${table}: ${name} is ${actual} instead of ${expected}`];
  });
}
