import { ProblemError } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "./context.ts";
import { type Period, type PeriodParameters, readPeriod } from "./period.ts";

export const DomainQuery = {
  domain_id: Type.Optional(
    Type.String({ maxLength: 64, description: "Limits the answer to this domain.", example: "dom_abc123" }),
  ),
};

/**
 * The domains of a query: the given one, which must belong to the organization, or all.
 * @throws {ProblemError} 404, the same for an unknown id and for another organization's
 */
export async function readDomainFilter(
  { metadata }: ApiContext,
  organizationId: string,
  domainId: string | undefined,
): Promise<{ domainIds?: readonly string[] }> {
  if (domainId === undefined) return {};
  const domain = await metadata.domains.readDomain(organizationId, domainId);
  if (!domain) throw new ProblemError("not_found", "There is no domain with this id.");
  return { domainIds: [domain.id] };
}

/** The filter of a query for sums: the requested period, by default the last 30 days, and one domain or all. */
export async function readFilter(
  context: ApiContext,
  organizationId: string,
  query: PeriodParameters & { readonly domain_id?: string },
): Promise<Period & { domainIds?: readonly string[] }> {
  const period = readPeriod(query, context.now());
  return { ...period, ...(await readDomainFilter(context, organizationId, query.domain_id)) };
}
