import type { Dns } from "@ruaflow/dns";
import type { Claim } from "@ruaflow/dns/claims";
import { lookUpWatchedRecords, summarizeCheck, type WatchedRecord } from "@ruaflow/dns/watched-records";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { DNS_VALUE_CHARS_MAX, type DueDomain } from "@ruaflow/metadata-store/watch";
import { createDnsChanged } from "@ruaflow/webhooks/events";

export interface CheckContext {
  readonly metadata: Pick<MetadataStore, "watch" | "domains">;
  readonly dns: Dns;
  readonly reportDomain: string;
  readonly dnsEveryMs: number;
  readonly now: () => Date;
}

/** The result of a check, for metrics. */
export interface CheckResult {
  /** Records whose lookup failed. */
  readonly failures: readonly WatchedRecord[];
  readonly changes: readonly WatchedRecord[];
  /** Whether the check made the claim fail. */
  readonly isFailed: boolean;
}

/** Checks are up to this share earlier or later than planned, so that domains added together spread out. */
const JITTER = 0.1;
/** Intervals between checks of a domain that waits for its verification: each is half of the time that it has waited. */
const WAITING_EVERY_MS_MIN = 60_000;
const WAITING_EVERY_MS_MAX = 86_400_000;

/**
 * Looks up a domain's DNS records and saves what was found and what changed. A failed lookup is not a change. `null` when the domain
 * is being deleted.
 *
 * @throws when `stopping` is aborted before DNS has answered; then nothing is saved
 */
export async function checkDomain(
  context: CheckContext,
  { organizationId, domain, waitingSince }: DueDomain,
  stopping: AbortSignal,
): Promise<CheckResult | null> {
  const { id: domainId, name, verificationToken, mailboxToken, createdAt, clientReference } = domain;
  const { reportDomain } = context;
  const parents = await context.metadata.domains.listVerifiedParents(organizationId, name);
  const claim: Claim = { domain: name, verificationToken, mailboxToken, createdAt, reportDomain, parents };
  const seen = await untilAborted(lookUpWatchedRecords(context.dns, claim), stopping);
  const checkedAt = context.now();
  const { changesSince, ...found } = summarizeCheck(claim, seen, DNS_VALUE_CHARS_MAX);
  const origin = { organizationId, domainId, domain: name, clientReference, createdAt: checkedAt };
  const waitedMs = checkedAt.getTime() - (waitingSince ?? checkedAt).getTime();
  const everyMs = domain.status === "verified" ? context.dnsEveryMs : toWaitingInterval(waitedMs);
  const saved = await context.metadata.watch.saveDnsCheck(organizationId, {
    ...found,
    domainId,
    checkedAt,
    nextCheckAt: new Date(checkedAt.getTime() + everyMs * (1 - JITTER + 2 * JITTER * Math.random())),
    compare: (known) =>
      changesSince(known).map(({ isFirst, ...change }) => {
        return { ...change, checkedAt, event: isFirst ? null : createDnsChanged({ ...origin, ...change }) };
      }),
  });
  if (saved === null) return null;
  const changed = saved.entries.filter(({ event }) => event !== null);
  return {
    failures: seen.filter(({ answer }) => answer.kind === "failed").map(({ record }) => record),
    changes: changed.map(({ record }) => record),
    isFailed: saved.isFailed,
  };
}

function toWaitingInterval(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 2, WAITING_EVERY_MS_MIN), WAITING_EVERY_MS_MAX);
}

/** Slow DNS does not delay stopping. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
