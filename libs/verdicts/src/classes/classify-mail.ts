import type { SourceMail } from "@ruaflow/record-store/mail";
import { classifySource } from "@ruaflow/senders/rules";
import type { Sourced } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";
import { type ContextFilter, readContexts } from "./domain-contexts.ts";
import { createOverrideFinder } from "./override-finder.ts";
import { type SourceVerdict, toSourceVerdict } from "./source-verdict.ts";

/** A source's mail about a domain with what is known of its address, and what it is. */
export interface ClassifiedMail extends Sourced<SourceMail> {
  readonly verdict: SourceVerdict;
}

interface ClassifyOptions {
  /** Almost all of this mail passed until a day, and almost none does since. */
  readonly brokeAtOnce?: boolean;
}

export type ClassifyMail = (sourced: readonly Sourced<SourceMail>[], options?: ClassifyOptions) => ClassifiedMail[];

/**
 * Reads the contexts of a filter's domains and the organization's overrides, once, and returns what classifies mail by them. Mail of
 * other domains, and of those that are deleted meanwhile, is left out.
 */
export async function createClassifier(
  context: VerdictStores,
  organizationId: string,
  filter: ContextFilter,
): Promise<ClassifyMail> {
  const [contexts, overrides] = await Promise.all([
    readContexts(context, organizationId, filter),
    context.metadata.sources.readSenderOverrides(organizationId),
  ]);
  const findOverrides = createOverrideFinder(overrides);
  return (sourced, { brokeAtOnce = false } = {}) =>
    sourced.flatMap(({ item, facts }): ClassifiedMail[] => {
      const known = contexts.get(item.domainId);
      if (known === undefined) return [];
      const { hostname, asn } = facts;
      const { sourceIp, groups } = item;
      const domain = { ...known, overrides: findOverrides(sourceIp) };
      const judged = classifySource({ sourceIp, hostname, asn, groups, brokeAtOnce }, domain, context.services);
      return [{ item, facts, verdict: toSourceVerdict(judged, item) }];
    });
}
