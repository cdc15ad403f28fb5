import type { Domain } from "@ruaflow/metadata-store/domains";
import type { Filter } from "@ruaflow/record-store/questions";
import {
  addReadiness,
  type JudgedSource,
  type ReadinessPart,
  readinessOf,
  type SourceReadiness,
} from "@ruaflow/senders/readiness";
import { type ClassifiedMail, streamClassifiedMail } from "../classes/classify-mail.ts";
import { together } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";

/** Sources of an answer. */
export const SOURCES_MAX = 100;

/** A source with what would become of its mail. */
export interface ReadySource {
  readonly source: ClassifiedMail;
  readonly readiness: SourceReadiness;
}

/** What a domain would lose, by all of its mail in a period. */
export interface DomainReadiness extends ReadinessPart {
  readonly sourceCount: number;
  /** Those with most messages that are lost and legitimate, or may be: at most {@link SOURCES_MAX}. */
  readonly sources: readonly ReadySource[];
}

/** Reads the mail of every source of a domain, some at a time, so that memory stays flat however many there are. */
export async function readReadiness(
  context: VerdictStores,
  organizationId: string,
  { domain, filter }: { readonly domain: Pick<Domain, "id" | "name">; readonly filter: Omit<Filter, "domainIds"> },
): Promise<DomainReadiness> {
  const ofDomain = { ...filter, domainIds: [domain.id] };
  const mail = streamClassifiedMail(context, organizationId, { filter: ofDomain });
  const parts = together(mail, async (some) => [toPart(domain.name, some)]);
  let sum: DomainReadiness = toPart(domain.name, []);
  for await (const part of parts) {
    const sources = takeLargest([...sum.sources, ...part.sources]);
    sum = { ...addReadiness(sum, part), sources, sourceCount: sum.sourceCount + part.sourceCount };
  }
  return sum;
}

function toPart(domain: string, classified: readonly ClassifiedMail[]): DomainReadiness {
  const { sources, ...part } = readinessOf(
    domain,
    classified.map((one) => toJudged(domain, one)),
  );
  const found = classified.flatMap((source, place): ReadySource[] => {
    const readiness = sources[place];
    return readiness === undefined ? [] : [{ source, readiness }];
  });
  return { ...part, sourceCount: classified.length, sources: takeLargest(found) };
}

/** With the messages that were not told apart: what passed still would, whatever the policy, and what failed is lost. */
function toJudged(domain: string, { item, facts, judged, verdict: whole }: ClassifiedMail): JudgedSource {
  const { sourceIp, rest } = item;
  const { hostname, asn } = facts;
  const [one] = judged;
  if (one === undefined) throw new Error("a source of a domain has mail about it");
  const groups = [...one.groups, toRest(domain, rest.passed, true), toRest(domain, rest.failed, false)];
  const classes = [...one.verdict.groupClasses, "compliant" as const, whole.class];
  const isTold = (place: number) => (groups[place]?.messages ?? 0) > 0;
  return {
    mail: { sourceIp, hostname, asn, groups: groups.filter((_, place) => isTold(place)) },
    verdict: { ...one.verdict, groupClasses: classes.filter((_, place) => isTold(place)) },
  };
}

function toRest(domain: string, messages: number, dmarcPass: boolean) {
  const results = dmarcPass ? [{ domain, result: "pass" }] : [];
  const aligned = { dmarcPass, dkimAligned: dmarcPass, spfAligned: dmarcPass };
  return { ...aligned, messages, headerFrom: domain, disposition: "none", dkim: results, spf: results, reasons: [] };
}

function takeLargest(sources: readonly ReadySource[]): ReadySource[] {
  const lost = ({ readiness }: ReadySource) => readiness.scenarios.strict.messages.high;
  const compare = (a: ReadySource, b: ReadySource) =>
    lost(b) - lost(a) || (a.readiness.sourceIp < b.readiness.sourceIp ? -1 : 1);
  return sources
    .filter((source) => lost(source) > 0)
    .sort(compare)
    .slice(0, SOURCES_MAX);
}
