import type { MetadataStore } from "@ruaflow/metadata-store";

/** The days that have reports, with the API's names; both `null` without any. */
export interface Span {
  readonly earliest_day: string | null;
  readonly latest_day: string | null;
}

/** The days of all reports of the organization, or of the only one; `null` where there are several. */
export async function readSpan(
  { tenants, reports }: Pick<MetadataStore, "tenants" | "reports">,
  organizationId: string | null,
): Promise<Span | null> {
  const [only, another] = await tenants.listOrganizations();
  const id = organizationId ?? (another === undefined ? only?.id : undefined);
  if (id === undefined) return null;
  const { firstDay, lastDay } = await reports.readReportSpan(id, EVER);
  return { earliest_day: firstDay, latest_day: lastDay };
}

/** Every day that a report can count for. */
const EVER = { startDate: "1970-01-01", endDate: "2149-06-06" };

/** A request for all of them: without dates the API answers for the last 30 days, which may have none. */
export function describeSpan({ earliest_day: first, latest_day: last }: Span, url: string): string {
  if (first === null || last === null) return "";
  const query = `start_date=${first}&end_date=${last}`;
  return `Reports are of ${first} to ${last}. To ask for all of them, with your key:
  curl -H 'Authorization: Bearer KEY' '${url}/api/v1/reports/aggregate?${query}'
`;
}
