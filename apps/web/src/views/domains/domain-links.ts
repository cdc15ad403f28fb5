import { fillPath } from "../../address.ts";
import { type Changes, ofDomain, useFilter } from "../../filter/filter.ts";
import { paths } from "../../paths.ts";

/** Figures of the list are of the last 30 days, whatever period other views look at. */
const LAST_30_DAYS: Changes = { days: undefined, month: undefined, from: undefined, to: undefined };

interface DomainLinks {
  toDomain(id: string, tab?: string): string;
  /** The rows behind a figure of the last 30 days. */
  toRows(path: string, id: string, more?: Changes): string;
}

export function useDomainLinks(): DomainLinks {
  const { linkTo } = useFilter();
  return {
    toDomain: (id, tab) => linkTo(fillPath(paths.domain, { id }), { domain: undefined, tab }),
    toRows: (path, id, more = {}) => linkTo(path, { ...LAST_30_DAYS, ...ofDomain(id), ...more }),
  };
}
