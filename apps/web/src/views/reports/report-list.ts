import type { Client } from "@ruaflow/client";
import type { FilterParameters } from "../../filter/filter.ts";
import { readRecordFilters } from "../../filter/sender-filter.ts";
import { readSort } from "../../parts/sort.ts";

export type ReportQuery = NonNullable<Parameters<Client["reports"]["list"]>[0]>;

/** The newest period first. */
export const DEFAULT_SORT = "-date_range";

const TRUSTS = ["dmarc", "dkim", "spf", "none", "upload", "import"] as const;
const FIELDS = ["date_range", "received_at", "total_count", "reporter"] as const;
/** Parameters of reports that the API takes as they are. */
const TEXTS = ["reporter_domain"] as const;

/** The list that an address names, in the API's parameters; what cannot be is left out. */
export function toReportQuery(
  parameters: FilterParameters,
  query: Readonly<Record<string, string | undefined>>,
): ReportQuery {
  const trust = TRUSTS.find((each) => each === query.trust);
  return {
    ...parameters,
    ...readRecordFilters(query),
    ...Object.fromEntries(TEXTS.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
    ...(trust && { trust }),
    sort: readSort(query.sort, FIELDS) ?? DEFAULT_SORT,
  };
}
