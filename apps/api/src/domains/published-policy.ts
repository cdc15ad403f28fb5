import type { Domain } from "@ruaflow/metadata-store/domains";
import type { ApiContext } from "../context.ts";
import { answerOutage } from "../outage.ts";

/**
 * Fills in missing policies: a domain without a policy from DNS gets the one in the newest report about it. While
 * ClickHouse does not answer, the policy stays unknown.
 */
export async function addReportedPolicies<Known extends Domain>(
  { records }: ApiContext,
  organizationId: string,
  domains: readonly Known[],
): Promise<Known[]> {
  const policies = await records.readReportedPolicies(organizationId, toAsked(domains)).catch(answerOutage);
  return domains.map((domain) => ({ ...domain, dmarcPolicy: domain.dmarcPolicy ?? policies.get(domain.id) ?? null }));
}

/** The policy of one domain in the same way; the error of ClickHouse is thrown, for answers that are kept. */
export async function readPolicy({ records }: ApiContext, organizationId: string, domain: Domain) {
  const policies = await records.readReportedPolicies(organizationId, toAsked([domain]));
  return domain.dmarcPolicy ?? policies.get(domain.id) ?? null;
}

/** Only domains that were verified have reports. */
function toAsked(domains: readonly Domain[]) {
  const asked = domains.filter(({ dmarcPolicy, verifiedAt }) => dmarcPolicy === null && verifiedAt !== null);
  return asked.map(({ id: domainId, name }) => ({ domainId, name }));
}

/** Domains whose policy only a report can tell: more than this are sorted and filtered as if it were unknown. */
const UNSEEN_MAX = 10_000;

/** The policies that reports state of an organization's domains without a policy from DNS, by domain. */
export async function readUnseenPolicies({ metadata, records }: ApiContext, organizationId: string) {
  const unseen = await metadata.domains.listUnseenPolicies(organizationId, UNSEEN_MAX);
  return records.readReportedPolicies(organizationId, unseen).catch(answerOutage);
}
