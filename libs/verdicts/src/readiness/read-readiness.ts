import type { Domain } from "@ruaflow/metadata-store/domains";
import type { RecordStore } from "@ruaflow/record-store";
import type { SourceMail } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import {
  addReadiness,
  type JudgedSource,
  type ReadinessPart,
  readinessOf,
  type SourceReadiness,
} from "@ruaflow/senders/readiness";
import { type ReadFacts, type Sourced, streamSourceFacts, together } from "../facts/source-facts.ts";
import { readShown } from "../judge/read-shown.ts";
import type { ShownVerdict } from "../judge/stored-form.ts";

/** Sources of an answer. */
export const SOURCES_MAX = 100;

export interface ReadinessStores {
  readonly records: Pick<RecordStore, "streamSourceMail" | "readVerdicts">;
  readonly readFacts: ReadFacts;
}

/** The mail of a source in the period, and its stored verdict. */
export interface JudgedMail extends Sourced<SourceMail> {
  readonly verdict: ShownVerdict;
}

/** A source with what would become of its mail. */
export interface ReadySource {
  readonly source: JudgedMail;
  readonly readiness: SourceReadiness;
}

/** What a domain would lose, by all of its mail in a period. */
export interface DomainReadiness extends ReadinessPart {
  readonly sourceCount: number;
  /** Those with most messages that are lost and legitimate, or may be: at most {@link SOURCES_MAX}. */
  readonly sources: readonly ReadySource[];
}

/**
 * Reads the mail of every source of a domain, some at a time, so that memory stays flat however many there are. Failing mail is of the
 * class of its source, and passing mail is compliant.
 */
export async function readReadiness(
  stores: ReadinessStores,
  organizationId: string,
  { domain, filter }: { readonly domain: Pick<Domain, "id" | "name">; readonly filter: Omit<Filter, "domainIds"> },
): Promise<DomainReadiness> {
  const mail = stores.records.streamSourceMail(organizationId, { filter: { ...filter, domainIds: [domain.id] } });
  const parts = together(streamSourceFacts(stores, mail), async (some) => [
    toPart(domain.name, await addVerdicts(stores, organizationId, some)),
  ]);
  let sum: DomainReadiness = toPart(domain.name, []);
  for await (const part of parts) {
    const sources = takeLargest([...sum.sources, ...part.sources]);
    sum = { ...addReadiness(sum, part), sources, sourceCount: sum.sourceCount + part.sourceCount };
  }
  return sum;
}

async function addVerdicts(
  stores: ReadinessStores,
  organizationId: string,
  sourced: readonly Sourced<SourceMail>[],
): Promise<JudgedMail[]> {
  const items = sourced.map(({ item }) => item);
  const toVerdict = await readShown(stores, organizationId, items);
  return sourced.map((one) => ({ ...one, verdict: toVerdict(one.item) }));
}

function toPart(domain: string, judged: readonly JudgedMail[]): DomainReadiness {
  const { sources, ...part } = readinessOf(
    domain,
    judged.map((one) => toJudged(domain, one)),
  );
  const found = judged.flatMap((source, place): ReadySource[] => {
    const readiness = sources[place];
    return readiness === undefined ? [] : [{ source, readiness }];
  });
  return { ...part, sourceCount: judged.length, sources: takeLargest(found) };
}

/** With the messages that were not told apart: what passed still would, whatever the policy, and what failed is lost. */
function toJudged(domain: string, { item, facts, verdict }: JudgedMail): JudgedSource {
  const { sourceIp, rest } = item;
  const { hostname, asn } = facts;
  const all = [...item.groups, toRest(domain, rest.passed, true), toRest(domain, rest.failed, false)];
  const groups = all.filter(({ messages }) => messages > 0);
  const failing = groups.reduce((sum, { dmarcPass, messages }) => sum + (dmarcPass ? 0 : messages), 0);
  const groupClasses = groups.map(({ dmarcPass }) => (dmarcPass ? "compliant" : verdict.class));
  return {
    mail: { sourceIp, hostname, asn, groups },
    verdict: { ...verdict, groupClasses, findings: [{ ...verdict, failing }] },
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
