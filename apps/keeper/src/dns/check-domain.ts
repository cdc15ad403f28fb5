import { chooseDmarcRecord, type Dns, type TxtAnswer } from "@ruaflow/dns";
import { type Claim, isProvenBy } from "@ruaflow/dns/claims";
import { lookUpWatchedRecords, type SeenRecord, type WatchedRecord } from "@ruaflow/dns/watched-records";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { WatchedDomain } from "@ruaflow/metadata-store/watch";
import { toNewEntries } from "./new-entries.ts";

export interface CheckContext {
  readonly metadata: Pick<MetadataStore, "watch">;
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

const notQueried: TxtAnswer = { kind: "failed", reason: "not queried" };

/**
 * Looks up a domain's DNS records and saves what changed. A failed lookup changes nothing. `null` when the domain is no
 * longer verified.
 *
 * @throws when `stopping` is aborted before DNS has answered; then nothing is saved
 */
export async function checkDomain(
  context: CheckContext,
  { organizationId, domain }: WatchedDomain,
  stopping: AbortSignal,
): Promise<CheckResult | null> {
  const { name, verificationToken, mailboxToken, createdAt, dnsWatch, clientReference } = domain;
  const claim: Claim = {
    domain: name,
    verificationToken,
    mailboxToken,
    createdAt,
    reportDomain: context.reportDomain,
  };
  const seen = await untilAborted(lookUpWatchedRecords(context.dns, claim), stopping);
  const checkedAt = context.now();
  const origin = { organizationId, domainId: domain.id, domain: name, clientReference, createdAt: checkedAt };
  const dmarc = findAnswer(seen, "dmarc");
  const saved = await context.metadata.watch.saveDnsCheck(organizationId, {
    domainId: domain.id,
    checkedAt,
    nextCheckAt: new Date(checkedAt.getTime() + context.dnsEveryMs * (1 - JITTER + 2 * JITTER * Math.random())),
    isProven: isProvenBy(claim, { dmarc, verification: findAnswer(seen, "verification") }),
    ...(dmarc.kind === "answered" && { policy: chooseDmarcRecord(dmarc.texts)?.policy ?? null }),
    compare: (known) => (dnsWatch ? toNewEntries(origin, seen, known) : []),
  });
  if (saved === null) return null;
  const changed = saved.entries.filter(({ event }) => event !== null);
  return {
    failures: seen.filter(({ answer }) => answer.kind === "failed").map(({ record }) => record),
    changes: changed.map(({ record }) => record),
    isFailed: saved.isFailed,
  };
}

function findAnswer(seen: readonly SeenRecord[], wanted: WatchedRecord): TxtAnswer {
  return seen.find(({ record }) => record === wanted)?.answer ?? notQueried;
}

/** Slow DNS does not delay stopping. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
