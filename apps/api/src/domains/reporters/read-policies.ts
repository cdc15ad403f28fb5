import type { Domain } from "@ruaflow/metadata-store/domains";
import { DNS_HISTORY_MAX } from "@ruaflow/metadata-store/watch";
import type { PolicySpan } from "@ruaflow/record-store/reporters";
import type { ApiContext } from "../../context.ts";
import type { SumsFilter } from "../../domain-filter.ts";
import { comparePolicy, type PolicyComparison, policyFields } from "./compare-policy.ts";
import { createPublishedRecords } from "./published-records.ts";

/** Policies of a reporter in an answer: the newest. */
export const POLICIES_MAX = 20;
/** Spans that are read of a reporter: changes of DNS divide those of one policy. */
const SPANS_MAX = 100;
/** Kinds of records with a history. */
const RECORDS = 4;

/** A policy that a reporter saw, and whether it was what DNS published. */
export type SeenPolicy = Omit<PolicySpan, "hash"> & PolicyComparison;

interface Question {
  readonly domain: Domain;
  readonly filter: Omit<SumsFilter, "domainIds" | "records">;
  /** Of the reporters. */
  readonly hashes: readonly string[];
}

/** The policies that reporters saw of a domain itself in a period, newest first, by the reporter's hash. */
export async function readSeenPolicies(
  { metadata, records }: ApiContext,
  organizationId: string,
  { domain, filter, hashes }: Question,
): Promise<ReadonlyMap<string, readonly SeenPolicy[]>> {
  const page = { domainId: domain.id, page: 1, perPage: DNS_HISTORY_MAX * RECORDS };
  const { items } = await metadata.watch.listDnsHistory(organizationId, page);
  const published = createPublishedRecords(items, domain.dnsWatch);
  const spans = await records.readPolicySpans(organizationId, {
    ...{ ...filter, domainIds: [domain.id], policyDomain: domain.name },
    ...{ hashes, cuts: published.cuts, spansMax: SPANS_MAX },
  });
  const compared = spans.map(({ hash, ...span }) => ({
    hash,
    seen: { ...span, ...comparePolicy(span.policy, published.on(span.firstDay)) },
  }));
  return new Map(
    [...Map.groupBy(compared, ({ hash }) => hash)].map(([hash, own]) => [
      hash,
      joinAlike(own.map(({ seen }) => seen))
        .reverse()
        .slice(0, POLICIES_MAX),
    ]),
  );
}

/** Spans that follow each other with the same policy and the same result are one. */
function joinAlike(spans: readonly SeenPolicy[]): SeenPolicy[] {
  const joined: SeenPolicy[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before !== undefined && toText(before) === toText(span))
      joined.splice(-1, 1, { ...before, lastDay: span.lastDay, reports: before.reports + span.reports });
    else joined.push(span);
  }
  return joined;
}

function toText({ policy, matches, differs }: SeenPolicy): string {
  return JSON.stringify([policyFields.map((field) => policy[field]), matches, differs]);
}
