import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DomainToJudge, MailVerdict } from "@ruaflow/metadata-store/attention";
import { isOutage } from "@ruaflow/runtime/errors";
import type { Logger } from "@ruaflow/runtime/logging";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { restAfter } from "../sources/rest.ts";
import { type JudgeStores, judgeMail } from "./judge-mail.ts";

export interface MailVerdictRoundOptions extends JudgeStores {
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Rests in proportion to the work since a time; default {@link restAfter}. */
  readonly rest?: typeof restAfter;
  /** Domains per step; default {@link DOMAINS_MAX}. */
  readonly domainsMax?: number;
}

/**
 * Domains per step, after which the lock is given back: other loops may wait for a place. Finding those that are due costs as much as
 * judging five where there are 10,000.
 */
const DOMAINS_MAX = 20;

/** What says nothing. */
const NOTHING: MailVerdict = { reasons: [], forgedRefused: 0 };

/**
 * Judges the mail of domains that are due, those that have waited longest first, and saves what of it is a reason for attention.
 * Each step rests ten times as long as it took, 10 s at most: a large portfolio is judged less often, not more dearly. Domains that were
 * never judged do not wait: who has just imported reports looks at the list.
 */
export function createMailVerdictRound(options: MailVerdictRoundOptions): LoopOptions["work"] {
  const { attention } = options.metadata;
  const { rest = restAfter, domainsMax = DOMAINS_MAX } = options;
  return async (stopping) => {
    const startedAt = performance.now();
    const due = await attention.listDomainsToJudge({ now: options.now(), limit: domainsMax });
    for (const domain of due) {
      if (stopping.aborted) return false;
      const now = options.now();
      const verdict = await judge(options, domain, now);
      await attention.saveMailVerdict(domain.organizationId, { ...verdict, domain, now });
    }
    const isMore = due.length === domainsMax;
    if (isMore && !due.some(({ isNew }) => isNew)) await rest(startedAt, stopping);
    return isMore;
  };
}

/** A domain whose mail cannot be judged, other than by an outage, waits like one that was, and does not stop the others. */
async function judge(options: MailVerdictRoundOptions, domain: DomainToJudge, now: Date): Promise<MailVerdict> {
  try {
    return await judgeMail(options, domain, now);
  } catch (error) {
    if (isOutage(error)) throw error;
    options.logger.error({ err: error, domainId: domain.id }, "the mail of a domain could not be judged");
    return NOTHING;
  }
}
