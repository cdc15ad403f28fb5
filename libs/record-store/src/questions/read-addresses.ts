import type { Engine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { inReports, toReportsParams } from "../rows/report-conditions.ts";
import type { ReportLocation } from "../rows/report-row.ts";
import { toAddressText } from "../rows/stored-values.ts";

/** Addresses per query: a report may have a million. */
const PAGE_ADDRESSES = 20_000;

const addressesQuery = `SELECT source_ip AS address FROM records
  WHERE ${inReports} AND source_ip > {after:IPv6}
  GROUP BY source_ip ORDER BY source_ip LIMIT ${PAGE_ADDRESSES} ${readSettings}`;

/**
 * The distinct source addresses of reports, at most 1,000 of them, in pages so that memory stays flat: IPv4 dotted, or
 * IPv6. The unspecified address `::` is left out.
 */
export async function* readAddresses(
  engine: Engine,
  organizationId: string,
  reports: readonly ReportLocation[],
): AsyncGenerator<string[], void, undefined> {
  const params = toReportsParams(organizationId, reports);
  for (let after: string | undefined = "::"; after !== undefined; ) {
    const rows: { address: string }[] = await engine.select(addressesQuery, { ...params, after });
    if (rows.length > 0) yield rows.map(({ address }) => toAddressText(address));
    after = rows.length === PAGE_ADDRESSES ? rows.at(-1)?.address : undefined;
  }
}
