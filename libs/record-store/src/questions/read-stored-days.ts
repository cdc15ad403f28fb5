import type { Engine } from "../engine/engine.ts";
import { messageSums } from "./message-sums.ts";
import { readSettings } from "./read-settings.ts";

/** What one of the tables holds of one day of one domain; what the other table knows is 0. */
export interface StoredDay {
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reports: number;
  readonly messages: number;
  readonly passed: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
}

/** Groups read at once: tens of megabytes as JSON. */
const pageGroups = 50_000;

const tables = {
  records: `0 AS reports, ${messageSums}`,
  reports: "count() AS reports, 0 AS messages, 0 AS passed, 0 AS spfPassed, 0 AS dkimPassed",
};

/**
 * The sums of everything that is stored, of every organization, in parts: a day of a domain has one entry for its records
 * and one for its reports.
 *
 * @param exceptReportIds reports that are left out
 */
export async function* readStoredDays(
  engine: Engine,
  exceptReportIds: readonly string[],
): AsyncGenerator<readonly StoredDay[], void, undefined> {
  for (const [table, columns] of Object.entries(tables)) {
    let last: StoredDay | undefined;
    do {
      const conditions = [...(last ? [afterLast] : []), ...(exceptReportIds.length > 0 ? [except] : [])];
      const query = `SELECT organization_id AS organizationId, domain_id AS domainId, day, ${columns} FROM ${table}
        ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
        GROUP BY organization_id, domain_id, day ORDER BY organization_id, domain_id, day
        LIMIT ${pageGroups} ${readSettings}`;
      const cursor = last && { lastOrganization: last.organizationId, lastDomain: last.domainId, lastDay: last.day };
      const page: StoredDay[] = await engine.select(query, { exceptReportIds, ...cursor });
      yield page;
      last = page.length < pageGroups ? undefined : page.at(-1);
    } while (last);
  }
}

const except = "report_id NOT IN {exceptReportIds:Array(String)}";

// Spelled out: a comparison of tuples is not looked up in the index.
const afterLast = `(organization_id > {lastOrganization:String} OR organization_id = {lastOrganization:String}
  AND (domain_id > {lastDomain:String} OR domain_id = {lastDomain:String} AND day > {lastDay:Date}))`;
