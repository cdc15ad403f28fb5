import type { SourceMail } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import { classifySource } from "@ruaflow/senders/rules";
import { type Sourced, streamSourceFacts, together } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";
import { createContextReader } from "./domain-contexts.ts";
import { createOverrideFinder } from "./override-finder.ts";
import { type Judged, type SourceVerdict, toSourceVerdict } from "./source-verdict.ts";

/** A source's mail with what is known of its address, and what it is. */
export interface ClassifiedMail extends Sourced<SourceMail> {
  /** About each domain. */
  readonly judged: readonly Judged[];
  readonly verdict: SourceVerdict;
}

/**
 * Classifies the mail of sources, some at a time. The organization's overrides and each domain's context are read once for all of an
 * answer.
 */
export function createClassifier(context: VerdictStores, organizationId: string, filter: Filter) {
  const readContexts = createContextReader(context, organizationId, filter);
  const overrides = context.metadata.sources.readSenderOverrides(organizationId).then(createOverrideFinder);
  // The error is thrown where it is awaited.
  overrides.catch(() => undefined);
  return async (sourced: readonly Sourced<SourceMail>[]): Promise<ClassifiedMail[]> => {
    const domainIds = new Set(sourced.flatMap(({ item }) => item.groups.map(({ domainId }) => domainId)));
    const [contexts, findOverrides] = await Promise.all([readContexts([...domainIds]), overrides]);
    return sourced.map(({ item, facts }) => {
      const said = findOverrides(item.sourceIp);
      const judged = [...Map.groupBy(item.groups, ({ domainId }) => domainId)].flatMap(
        ([domainId, groups]): Judged[] => {
          const known = contexts.get(domainId);
          if (known === undefined) return [];
          const { hostname, asn } = facts;
          const source = { sourceIp: item.sourceIp, hostname, asn, groups };
          return [{ groups, verdict: classifySource(source, { ...known, overrides: said }, context.services) }];
        },
      );
      return { item, facts, judged, verdict: toSourceVerdict(judged, item.rest) };
    });
  };
}

/**
 * The mail of every source of a filter, classified, by address. Read on demand, with flat memory.
 *
 * @param sources how many there are, if that is known
 */
export function streamClassifiedMail(
  context: VerdictStores,
  organizationId: string,
  asked: { readonly filter: Filter; readonly sources?: number },
): AsyncGenerator<ClassifiedMail, void, undefined> {
  const classify = createClassifier(context, organizationId, asked.filter);
  const mail = context.records.streamSourceMail(organizationId, asked);
  return together(streamSourceFacts(context, mail), classify);
}
