import type { Route } from "./submission-result.ts";

/** Why a report has no owner, and what its sender can do, on the command line or through the API. */
export function describeUnknownDomain(domain: string, isImport: boolean, { addDomains }: Route): string {
  if (!isImport) {
    return `The domain ${domain} is not verified. Add it with POST /api/v1/domains and verify it, then send the report again.`;
  }
  // Otherwise it would have been registered.
  if (addDomains) return `The domain ${domain} belongs to another organization or is being deleted.`;
  return `The domain ${domain} is not verified. Import again with --add-domains to register it as verified.`;
}
