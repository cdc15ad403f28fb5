import type { Upload } from "./use-transfers.ts";

/** A domain of reports that wait because it is not one of the organization's. */
export interface UnknownDomain {
  readonly domain: string;
  readonly reports: number;
}

/** The domains that uploaded reports wait for, most reports first. */
export function listUnknownDomains(list: readonly Pick<Upload, "progress">[]): UnknownDomain[] {
  const reports = new Map<string, number>();
  for (const { progress } of list) {
    if (progress.kind !== "done") continue;
    for (const { outcome, reason, domain } of progress.answer.entries) {
      if (outcome !== "held" || reason !== "unknown-domain" || domain === null) continue;
      reports.set(domain, (reports.get(domain) ?? 0) + 1);
    }
  }
  return [...reports]
    .map(([domain, count]) => ({ domain, reports: count }))
    .sort((a, b) => b.reports - a.reports || (a.domain < b.domain ? -1 : 1));
}
