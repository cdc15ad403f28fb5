import type { GeneratedReport } from "../support/report-generator.ts";
import type { ChaosTarget, SqlRow } from "./target.ts";

const RECORDS_QUERY = `SELECT count() AS row_count, sum(count) AS messages, sumIf(count, dmarc_pass) AS passed,
  count() - uniqExact(report_id, ordinal) AS twice FROM ruaflow.records`;

const REPORTS_QUERY = `SELECT count() AS row_count, sum(messages) AS messages, count() - uniqExact(report_id) AS twice
  FROM ruaflow.reports`;

/** Every difference between the sent reports and the stored rows, which SQL counts one by one. */
export async function compareSql(target: ChaosTarget, acknowledged: readonly GeneratedReport[]): Promise<string[]> {
  const sum = (field: "records" | "messages" | "passed") =>
    acknowledged.reduce((total, report) => total + report[field], 0);
  const [records] = await target.sql(RECORDS_QUERY);
  const [reports] = await target.sql(REPORTS_QUERY);
  return [
    ...compareRow("records", records, {
      row_count: sum("records"),
      messages: sum("messages"),
      passed: sum("passed"),
      twice: 0,
    }),
    ...compareRow("reports", reports, { row_count: acknowledged.length, messages: sum("messages"), twice: 0 }),
  ];
}

function compareRow(table: string, found: SqlRow | undefined, wanted: Readonly<Record<string, number>>): string[] {
  return Object.entries(wanted).flatMap(([name, expected]) => {
    const actual = Number(found?.[name]);
    return actual === expected ? [] : [`SQL on ${table}: ${name} is ${actual} instead of ${expected}`];
  });
}
