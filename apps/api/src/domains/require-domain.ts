import { ProblemError } from "@ruaflow/http";
import type { Domain } from "@ruaflow/metadata-store/domains";
import type { ApiContext } from "../context.ts";

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
