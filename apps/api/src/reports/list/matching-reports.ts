import { invalidAt } from "@ruaflow/http";
import type { ReportFilter } from "@ruaflow/metadata-store/reports";
import { listGiven } from "@ruaflow/record-store/filters";
import type { Filter } from "@ruaflow/record-store/questions";
import type { ApiContext } from "../../context.ts";
import { RECORD_FILTERS } from "../../record-query.ts";

/** Reports that a filter of records may find: their ids travel from one store to the other. */
const MATCHING_MAX = 10_000;
const WRITTEN_MAX = MATCHING_MAX.toLocaleString("en-US");

export const MATCHING_NOTE = `With ${RECORD_FILTERS} the list has the reports with at least one matching record. Their counts are still those of the whole report. Such a filter may find up to ${WRITTEN_MAX} reports. With more the answer is 400: choose a shorter period or fewer domains. Pages and totals are exact.`;

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
      `matches more than ${WRITTEN_MAX} reports. Choose a shorter period with start_date and end_date, or fewer domains`,
    );
  }
  return { reportIds: found.map(({ reportId }) => reportId), days: [...new Set(found.map(({ day }) => day))] };
}

function toParameter({ records = {} }: Filter): string {
  return listGiven(records)[0]?.entry.name ?? "source_ip";
}
