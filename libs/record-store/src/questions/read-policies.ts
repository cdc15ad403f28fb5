import { createKeyedBatcher } from "@ruaflow/runtime/work";
import type { Engine } from "../engine/engine.ts";
import { pageSettings } from "../engine/read-settings.ts";
import {
  inOwnedReports,
  type OwnedLocation,
  type PlaceRow,
  placeColumns,
  toOwnedReportsParams,
  toPlace,
} from "../rows/report-conditions.ts";
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
  const read = createKeyedBatcher<readonly OwnedLocation[], ReadonlyMap<string, string | null>>({
    toKey: ([first]) => engine.layout.toSharing(first?.organizationId ?? ""),
    ...{ itemsMax: BATCH_PAGES, bytesMax: BATCH_REPORTS, sizeOf: (page) => page.length },
    flush: (pages) => readPages(engine, pages),
  });
  return async (organizationId, reports) =>
    reports.length === 0 ? new Map() : read(reports.map((report) => ({ ...report, organizationId })));
}

const query = `SELECT ${placeColumns}, policy_p AS policy FROM reports WHERE ${inOwnedReports}
  ORDER BY attempt DESC LIMIT 1 BY ${placeColumns} ${pageSettings}`;

async function readPages(engine: Engine, pages: readonly (readonly OwnedLocation[])[]) {
  const rows = await engine.select<PlaceRow & { policy: string | null }>(query, toOwnedReportsParams(pages.flat()));
  const rowOf = new Map(rows.map((row) => [toPlace(row), row]));
  return pages.map((page) => {
    const found = page.map((report) => [report.reportId, rowOf.get(toPlace(report))?.policy] as const);
    return new Map(found.flatMap(([id, policy]) => (policy === undefined ? [] : [[id, policy] as const])));
  });
}
