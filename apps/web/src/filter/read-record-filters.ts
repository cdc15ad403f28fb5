import type { Query } from "@ruaflow/client";
import { recordFilters } from "./record-filters.ts";

export type RecordFilterName = (typeof recordFilters)[number]["name"];
type RecordParameters = Pick<NonNullable<Query<"listReports">>, RecordFilterName>;

/**
 * The filters of records in an address, as parameters of the API; values that cannot be are left out. In an address an empty value is
 * none, so `unknown=country` stands for an unknown country.
 */
export function readRecordFilters(query: Readonly<Record<string, string | undefined>>): RecordParameters {
  const given = recordFilters.flatMap((filter) => {
    const value = query[filter.name];
    if (!value) return "mayBeUnknown" in filter && query.unknown === filter.name ? [[filter.name, ""]] : [];
    return "values" in filter && !filter.values.some((each) => each === value) ? [] : [[filter.name, value]];
  });
  return Object.fromEntries(given);
}
