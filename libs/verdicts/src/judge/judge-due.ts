import type { MetadataStore } from "@ruaflow/metadata-store";
import { type DomainsDue, toBasis } from "@ruaflow/metadata-store/sources";
import type { RecordStore } from "@ruaflow/record-store";
import { isOutage } from "@ruaflow/runtime/errors";
import { toRulesVersion } from "@ruaflow/senders";
import { type JudgeStores, judgeDomains } from "./judge-domains.ts";

export interface DueOptions extends JudgeStores {
  readonly metadata: JudgeStores["metadata"] & Pick<MetadataStore, "sources">;
  readonly records: JudgeStores["records"] & Pick<RecordStore, "listDomainsOfSources">;
  /** The data sets of owners and countries. */
  readonly ipData: { describe(): string };
  readonly now: () => Date;
  /** Domains that are judged together; default {@link DOMAINS_MAX}. */
  readonly domainsMax?: number;
  /** Told of a domain that cannot be judged, other than by an outage: it waits like one that was, and stops no other. */
  readonly onFailure: (domainId: string, error: unknown) => void;
}

/** Domains that are judged together: each question costs less for many. */
const DOMAINS_MAX = 100;
/** As many as one question takes. */
const FACTS_MAX = 2_000;
/** A domain is judged again after this time, whether anything is known to have changed or not. */
const JUDGED_FOR_MS = 86_400_000;

/** A domain that took longer the last time is not judged while another question waits for it. */
const AT_ONCE_MAX_MS = 10_000;

/** Judges a domain now if anything waits for it: who reads its verdicts next sees them by all of its mail. */
export type JudgeDomain = (organizationId: string, domainId: string) => Promise<void>;

export type Judge = ReturnType<typeof createJudge>;

/** Finds out which domains have to be judged, and judges them, some at a time. */
export function createJudge(options: DueOptions) {
  const { metadata, services, ipData, now, domainsMax = DOMAINS_MAX } = options;
  const { sources } = metadata;
  const rulesVersion = toRulesVersion(services.services);
  const toVersions = () => `${rulesVersion} ${ipData.describe()}`;

  async function judge(due: DomainsDue): Promise<void> {
    const { organizationId, countUnauthenticated, domains } = due;
    const basis = toBasis(toVersions(), due);
    const judgedAt = now();
    const startedAt = performance.now();
    const asked = { countUnauthenticated, rulesVersion, judgedAt };
    const domainIds = domains.map(({ domainId }) => domainId);
    const { reclassified } = await judgeDomains(options, organizationId, { ...asked, domainIds });
    const tookMs = (performance.now() - startedAt) / domains.length;
    await sources.saveJudged(organizationId, { domains, reclassified, basis, judgedAt, savedAt: now(), tookMs });
  }

  /** What fails for several domains is done for each alone. */
  async function judgeSafely(due: DomainsDue): Promise<void> {
    try {
      await judge(due);
    } catch (error) {
      if (isOutage(error)) throw error;
      const [first, ...others] = due.domains;
      if (first === undefined) return;
      if (others.length > 0) {
        for (const domain of due.domains) await judgeSafely({ ...due, domains: [domain] });
        return;
      }
      options.onFailure(first.domainId, error);
      const given = {
        domains: due.domains,
        reclassified: new Set<string>(),
        basis: toBasis(toVersions(), due),
        judgedAt: now(),
        savedAt: now(),
        tookMs: 0,
      };
      await sources.saveJudged(due.organizationId, given);
    }
  }

  const judgeDomain: JudgeDomain = async (organizationId, domainId) => {
    const due = await sources.readDomainDue({ organizationId, domainId }, { tookMaxMs: AT_ONCE_MAX_MS });
    if (due !== null) await judgeSafely(due);
  };

  return {
    judgeDomain,
    /** Queues what another version of rules or data, another setting, or time has outdated. */
    queueOutdated: () =>
      sources.queueOutdated({ basis: toVersions(), before: new Date(now().getTime() - JUDGED_FOR_MS) }),
    queueChangedFacts: () => queueChangedFacts(options),
    /** Judges the next domains. Returns false when none is due. A step that is interrupted is repeated, which changes nothing. */
    async judgeNext(): Promise<boolean> {
      const due = await sources.readDomainsDue({ now: now(), limit: domainsMax });
      if (due === null) return false;
      await judgeSafely(due);
      return true;
    },
  };
}

/** Queues the domains with mail of addresses of which another fact is known. */
async function queueChangedFacts({ metadata: { sources }, records }: DueOptions): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { ids, addresses } = await sources.readChangedFacts(FACTS_MAX);
    if (ids.length === 0) return;
    await sources.queueChangedFacts({ ids }, await records.listDomainsOfSources(addresses));
    isMore = ids.length === FACTS_MAX;
  }
}
