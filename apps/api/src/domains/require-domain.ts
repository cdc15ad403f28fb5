import { type Caller, ProblemError } from "@ruaflow/http";
import type { Domain } from "@ruaflow/metadata-store/domains";
import type { ApiContext } from "../context.ts";
import { toCounted } from "../domain-filter.ts";
import { readPeriod } from "../period.ts";
import { toRate } from "../rates.ts";

/** @throws {ProblemError} 404, the same for an unknown id and for another organization's */
export async function requireDomain(
  { metadata }: ApiContext,
  organizationId: string,
  domainId: string,
): Promise<Domain> {
  const domain = await metadata.domains.readDomain(organizationId, domainId);
  if (domain === null) throw unknownDomain();
  return domain;
}

export function unknownDomain(): ProblemError {
  return new ProblemError("not_found", "There is no domain with this id.");
}

/** Pass rates of the domains over the last 30 days, in percent, from one query. */
export async function readPassRates(
  { metadata, now }: ApiContext,
  caller: Caller,
  domains: readonly Domain[],
): Promise<(domain: Domain) => number> {
  const domainIds = domains.map(({ id }) => id);
  if (domainIds.length === 0) return () => 0;
  const totals = await metadata.reports.readDomainTotals(caller.organizationId, {
    ...readPeriod({}, now()),
    domainIds,
    counted: toCounted(caller),
  });
  return ({ id }) => {
    const sums = totals.get(id);
    return sums ? toRate(sums.passed, sums.messages) : 0;
  };
}
