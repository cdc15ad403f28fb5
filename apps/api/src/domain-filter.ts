import { type Caller, ProblemError } from "@ruaflow/http";
import type { CountedReports } from "@ruaflow/metadata-store/reports";
import { Type } from "typebox";
import type { ApiContext } from "./context.ts";
import { type Period, type PeriodParameters, readPeriod } from "./period.ts";

export const DomainQuery = {
  domain_id: Type.Optional(
    Type.String({ maxLength: 64, description: "Limits the answer to this domain.", example: "dom_abc123" }),
  ),
};

/** Which reports sums include. */
export const CountedQuery = {
  trust: Type.Optional(
    Type.Union([Type.Literal("authentic"), Type.Literal("all"), Type.Literal("none")], {
      description:
        "Which reports count: authentic (the default) leaves out reports that came by mail from a sender that is not proven to be the reporter; none counts only those; all counts both. An organization can make all its default.",
      examples: ["authentic"],
    }),
  ),
};

/** Which reports count: as requested, or as the organization has set it. */
export function toCounted(caller: Caller, requested?: CountedReports): CountedReports {
  return requested ?? (caller.countUnauthenticated === true ? "all" : "authentic");
}

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

/** The query parameters that filter sums. */
export interface FilterQuery extends PeriodParameters {
  readonly domain_id?: string;
  readonly trust?: CountedReports;
}

/** The filter of a query for sums: the requested period, by default the last 30 days, one domain or all, and what counts. */
export async function readFilter(
  context: ApiContext,
  caller: Caller,
  query: FilterQuery,
): Promise<Period & { domainIds?: readonly string[]; counted: CountedReports }> {
  const period = readPeriod(query, context.now());
  const domains = await readDomainFilter(context, caller.organizationId, query.domain_id);
  return { ...period, ...domains, counted: toCounted(caller, query.trust) };
}
