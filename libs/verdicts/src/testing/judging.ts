import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { shippedServiceMap } from "@ruaflow/senders";
import { createFactsReader, type ReadFacts } from "../facts/source-facts.ts";
import { createJudge, type DueOptions, type JudgeDomain } from "../judge/judge-due.ts";

interface JudgingStores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** Default: what is saved of an address, without the offline data sets. */
  readonly readFacts?: ReadFacts;
}

const none = { asn: null, organization: null, country: null };
const ipData = { lookup: () => none, describe: () => "none" };

/** A judge without the offline data sets. By default a failure is thrown. */
export function createTestJudge(
  { metadata, records, readFacts = createFactsReader({ metadata, ipData }) }: JudgingStores,
  more: Partial<Pick<DueOptions, "now" | "onFailure" | "domainsMax" | "services">> = {},
) {
  const onFailure = (_: string, error: unknown): never => {
    throw error;
  };
  const parts = { metadata, records, services: shippedServiceMap, readFacts, ipData };
  return createJudge({ ...parts, now: () => new Date(), onFailure, ...more });
}

/** {@link createTestJudge} as rounds need it that read verdicts, with the facts that it judges by. */
export function createJudging(stores: JudgingStores): {
  readonly judgeDomain: JudgeDomain;
  readonly readFacts: ReadFacts;
} {
  const readFacts = stores.readFacts ?? createFactsReader({ metadata: stores.metadata, ipData });
  return { readFacts, judgeDomain: createTestJudge({ ...stores, readFacts }).judgeDomain };
}
