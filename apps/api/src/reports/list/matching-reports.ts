import { invalidAt } from "@ruaflow/http";
import type { ReportFilter } from "@ruaflow/metadata-store/reports";
import type { Filter } from "@ruaflow/record-store/questions";
import type { ApiContext } from "../../context.ts";

/** Reports that a filter of records may find: their ids travel from one store to the other. */
const MATCHING_MAX = 10_000;
const WRITTEN_MAX = MATCHING_MAX.toLocaleString("en-US");

export const MATCHING_NOTE = `With a filter of records (source_ip, header_from, selector, spf_domain, dkim_domain, disposition, result, source_organization, country) the list has the reports that contain at least one such record; their counts remain those of the whole report. Such a filter may find ${WRITTEN_MAX} reports; one that finds more is refused with 400: choose a shorter period or fewer domains. Pages and totals are exact.`;

/**
 * Finds the reports with at least one record of the filter.
 * @throws {ProblemError} 400 when there are too many
 */
export async function findMatching(
  { records }: ApiContext,
  organizationId: string,
  filter: Filter,
): Promise<NonNullable<ReportFilter["among"]>> {
  const limit = MATCHING_MAX + 1;
  const found = await records.findReports(organizationId, { ...filter, counted: "all", limit });
  if (found.length > MATCHING_MAX) {
    throw invalidAt(
      `/query/${toParameter(filter)}`,
      `finds more than ${WRITTEN_MAX} reports; choose a shorter period with start_date and end_date, or fewer domains`,
    );
  }
  return { reportIds: found.map(({ reportId }) => reportId), days: [...new Set(found.map(({ day }) => day))] };
}

const PARAMETERS: Record<Exclude<keyof NonNullable<Filter["records"]>, "senders">, string> = {
  sourceIp: "source_ip",
  headerFrom: "header_from",
  selector: "selector",
  spfDomain: "spf_domain",
  dkimDomain: "dkim_domain",
  disposition: "disposition",
  dmarcPass: "result",
  sourceOrganization: "source_organization",
  country: "country",
};

function toParameter({ records = {} }: Filter): string {
  const given = Object.entries(PARAMETERS).find(([member]) => Object.hasOwn(records, member));
  return given?.[1] ?? "source_ip";
}
