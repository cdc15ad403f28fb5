import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";
import { messageSums } from "../rows/message-sums.ts";
import { type DomainKey, ofDomains } from "../rows/report-conditions.ts";
import { domainColumns, queryDomains } from "./watched-domains.ts";

/** The sums of one table for one day of one domain; the other table's sums are 0. */
export interface StoredDay extends DomainKey {
  /** False: sums over reports whose sender is not proven. */
  readonly authentic: boolean;
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly reports: number;
  readonly messages: number;
  readonly passed: number;
  readonly spfPassed: number;
  readonly dkimPassed: number;
}

interface StoredDayRow extends Omit<StoredDay, "authentic"> {
  readonly isAuthentic: number;
}

const tables = {
  records: `0 AS reports, ${messageSums}`,
  reports: "count() AS reports, 0 AS messages, 0 AS passed, 0 AS spfPassed, 0 AS dkimPassed",
};

/**
 * The sums of everything stored for some domains: a day of a domain has one entry for its records and one for its
 * reports, and two more for reports whose sender is not proven.
 *
 * @param exceptReportIds reports to exclude
 */
export async function readStoredDays(
  engine: Engine,
  domains: readonly DomainKey[],
  exceptReportIds: readonly string[],
): Promise<StoredDay[]> {
  const except = exceptReportIds.length > 0 ? "AND report_id NOT IN {exceptReportIds:Array(String)}" : "";
  const params = { exceptReportIds };
  const settings = maintenanceSettings;
  const found = await Promise.all(
    Object.entries(tables).map(([table, columns]) => {
      const query = `SELECT ${domainColumns}, day, trust != 'none' AS isAuthentic, ${columns} FROM ${table} WHERE ${ofDomains} ${except}
        GROUP BY organization_id, domain_id, day, trust != 'none'`;
      return queryDomains<StoredDayRow>(engine, domains, { query, params, settings });
    }),
  );
  return found
    .flatMap((days) => [...days.values()].flat())
    .map(({ isAuthentic, ...day }) => ({ ...day, authentic: isAuthentic === 1 }));
}
