import type { GroupedDomain } from "@ruaflow/metadata-store/groups";
import type { DomainGroup } from "@ruaflow/record-store/groups";
import type { Grouping } from "./group.ts";

/** Groupings whose groups are domains. */
export type DomainGrouping = "domain" | "client_reference" | "label";

export function isOfDomains(groupBy: Grouping): groupBy is DomainGrouping {
  return groupBy === "domain" || groupBy === "client_reference" || groupBy === "label";
}

/** The groups that a domain is in; null: it has no reference, or no label. */
export function toKeys({ domainId, clientReference, labels }: GroupedDomain, groupBy: DomainGrouping) {
  if (groupBy === "domain") return [domainId];
  if (groupBy === "client_reference") return [clientReference];
  return labels.length === 0 ? [null] : labels;
}

/** The domains of each group, in the order of `keys`. */
export function toDomainGroups(
  domains: readonly GroupedDomain[],
  groupBy: DomainGrouping,
  keys: readonly (string | null)[],
): DomainGroup[] {
  const groups = new Map<string | null, string[]>(keys.map((key) => [key, []]));
  for (const domain of domains) for (const key of toKeys(domain, groupBy)) groups.get(key)?.push(domain.domainId);
  return [...groups].map(([key, domainIds]) => ({ key, domainIds }));
}
