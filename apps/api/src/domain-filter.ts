import { ProblemError } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "./context.ts";
import { type Period, type PeriodParameters, readPeriod } from "./period.ts";

export const DomainQuery = {
  domain_id: Type.Optional(Type.String({ maxLength: 64, description: "Only this domain.", example: "dom_abc123" })),
};

/**
 * The domains to ask the store for: the one given, which must be the organization's, or all of them.
 * @throws {ProblemError} 404, the same for an unknown id and for one of somebody else
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

/** What a question of sums is about: the period asked for, by default the last 30 days, and one domain or all. */
export async function readFilter(
  context: ApiContext,
  organizationId: string,
  query: PeriodParameters & { readonly domain_id?: string },
): Promise<Period & { domainIds?: readonly string[] }> {
  const period = readPeriod(query, context.now());
  return { ...period, ...(await readDomainFilter(context, organizationId, query.domain_id)) };
}
