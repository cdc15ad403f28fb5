import { createKeyedBatcher } from "@ruaflow/runtime/work";
import { type Engine, type RowOwner, toOwnerParams } from "../engine/engine.ts";
import { toOwnerKey } from "../engine/owned-rows.ts";
import { pageSettings } from "../engine/read-settings.ts";
import { inOwnedReports, reportOwnerColumns, reportOwnerNames, toReportOwner } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";

/** Reports of one query, whose ids are bound values: it begins with no further page once it has as many. */
const BATCH_REPORTS = 500;
const BATCH_PAGES = 50;

/**
 * Reads the policy (`p`) that each report of a page states, by id; `null` where the report has none. A report without a row has no
 * entry. Concurrent pages are read together, of all organizations where these share a server; a page has at most 1,000 reports.
 */
export function createPagePolicyReader(
  engine: Engine,
): (organizationId: string, reports: readonly ReportLocation[]) => Promise<ReadonlyMap<string, string | null>> {
  const read = createKeyedBatcher<readonly RowOwner[], readonly (string | null | undefined)[]>({
    toKey: ([first]) => engine.layout.toSharing(first?.organizationId ?? ""),
    ...{ itemsMax: BATCH_PAGES, bytesMax: BATCH_REPORTS, sizeOf: (page) => page.length },
    flush: (pages) => readPages(engine, pages),
  });
  return async (organizationId, reports) => {
    if (reports.length === 0) return new Map();
    const policies = await read(reports.map((report) => toReportOwner(organizationId, report)));
    const found = reports.map(({ reportId }, index) => [reportId, policies[index]] as const);
    return new Map(found.flatMap(([id, policy]) => (policy === undefined ? [] : [[id, policy] as const])));
  };
}

const query = `SELECT ${reportOwnerColumns}, day, policy_p AS policy FROM reports WHERE ${inOwnedReports}
  ORDER BY attempt DESC LIMIT 1 BY ${reportOwnerNames} ${pageSettings}`;

async function readPages(engine: Engine, pages: readonly (readonly RowOwner[])[]) {
  const rows = await engine.select<RowOwner & { policy: string | null }>(query, toOwnerParams(pages.flat()));
  const policyOf = new Map(rows.map((row) => [toOwnerKey(row), row.policy]));
  return pages.map((page) => page.map((report) => policyOf.get(toOwnerKey(report))));
}
