import { ProblemError } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "./context.ts";

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
  const domain = await metadata.readDomain(organizationId, domainId);
  if (!domain) throw new ProblemError("not_found", "There is no domain with this id.");
  return { domainIds: [domain.id] };
}
