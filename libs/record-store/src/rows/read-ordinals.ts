import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { oneReport, toReportOwner } from "./report-conditions.ts";
import type { ReportLocation } from "./report-row.ts";

// Below `max_result_rows` of the settings.
const PAGE_ROWS = 100_000;

/** The stored ordinals of a report, which a retry need not insert. */
export async function readOrdinals(
  engine: Engine,
  organizationId: string,
  report: ReportLocation,
): Promise<ReadonlySet<number>> {
  const ordinals = new Set<number>();
  const params = toReportOwner(organizationId, report);
  for (let after = -1; ; ) {
    const page = await engine.select<{ ordinal: number }>(query, { ...params, after });
    for (const { ordinal } of page) ordinals.add(ordinal);
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return ordinals;
    after = last.ordinal;
  }
}

const query = `SELECT DISTINCT ordinal FROM records
WHERE ${oneReport} AND ordinal > {after:Int64} ORDER BY ordinal LIMIT ${PAGE_ROWS} ${readSettings}`;
