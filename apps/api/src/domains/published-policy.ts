import { setTimeout as sleep } from "node:timers/promises";
import { chooseDmarcRecord, dmarcLabel, type TxtAnswer } from "@ruaflow/dns";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { isOutage } from "@ruaflow/runtime/errors";
import type { ApiContext } from "../context.ts";

/** What was seen less than so long ago counts as published now. */
const FRESH_MS = 60_000;
/** Whoever asks for a domain does not wait for slow DNS longer than this. */
const WAIT_MS = 2000;

/** The domain with the policy that it publishes now; where DNS does not answer, with the one seen last. */
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
 * The domains, each with the policy that DNS showed last; where it showed none or was not asked yet, with the one that the
 * newest report about it says was published. While ClickHouse does not answer, without that one.
 */
export async function addReportedPolicies(
  { records }: ApiContext,
  organizationId: string,
  domains: readonly Domain[],
): Promise<Domain[]> {
  // Reports are stored of domains that were verified.
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
