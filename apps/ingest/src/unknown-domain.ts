import type { Route } from "./submission-result.ts";

/** Why a report found no owner, and what its sender can do: on the command line another thing than through the API. */
export function describeUnknownDomain(domain: string, isImport: boolean, { addDomains }: Route): string {
  if (!isImport) {
    return `The domain ${domain} is not verified: add it with POST /api/v1/domains and verify it, then send the report again.`;
  }
  // Otherwise it would have been registered.
  if (addDomains) return `The domain ${domain} belongs to another organization, or is just being deleted.`;
  return `The domain ${domain} is not verified: import again with --add-domains to register it as verified.`;
}
