import { setTimeout as sleep } from "node:timers/promises";
import { chooseDmarcRecord, dmarcLabel, type TxtAnswer } from "@ruaflow/dns";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { isOutage } from "@ruaflow/runtime/errors";
import type { ApiContext } from "../context.ts";

/** A policy seen less than this long ago counts as current. */
const FRESH_MS = 60_000;
/** Longest wait of a request for slow DNS. */
const WAIT_MS = 2000;

/** The domain with its current policy; if DNS does not answer, with the policy last seen. */
export async function refreshPolicy(context: ApiContext, organizationId: string, domain: Domain): Promise<Domain> {
  const checkedAt = context.now();
  const age = checkedAt.getTime() - (domain.dmarcCheckedAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (age < FRESH_MS) return domain;
  const answer = await Promise.race([context.dns.lookUpTxt(`${dmarcLabel}.${domain.name}`), giveUp()]);
  if (answer.kind === "failed") return domain;
  const policy = chooseDmarcRecord(answer.texts)?.policy ?? null;
  await context.metadata.domains.saveDmarcPolicy(organizationId, { domainId: domain.id, policy, checkedAt });
  return { ...domain, dmarcPolicy: policy, dmarcCheckedAt: checkedAt };
}

/**
 * Fills in missing policies: a domain without a policy from DNS gets the one in the newest report about it. While
 * ClickHouse does not answer, the policy stays unknown.
 */
export async function addReportedPolicies(
  { records }: ApiContext,
  organizationId: string,
  domains: readonly Domain[],
): Promise<Domain[]> {
  // Only domains that were verified have reports.
  const asked = domains.filter(({ dmarcPolicy, verifiedAt }) => dmarcPolicy === null && verifiedAt !== null);
  const named = asked.map(({ id: domainId, name }) => ({ domainId, name }));
  const policies = await records.readReportedPolicies(organizationId, named).catch(answerOutage);
  return domains.map((domain) => ({ ...domain, dmarcPolicy: domain.dmarcPolicy ?? policies.get(domain.id) ?? null }));
}

function answerOutage(error: unknown): ReadonlyMap<string, never> {
  if (isOutage(error)) return new Map<string, never>();
  throw error;
}

function giveUp(): Promise<TxtAnswer> {
  return sleep(WAIT_MS, { kind: "failed", reason: "slow" }, { ref: false });
}
