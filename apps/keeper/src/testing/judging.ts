import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { shippedServiceMap } from "@ruaflow/senders";
import { createFactsReader } from "@ruaflow/verdicts/facts";
import { createJudge, type DueOptions, type JudgeDomain } from "@ruaflow/verdicts/judge";

interface JudgingStores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/** A judge without the offline data sets: only what is saved of an address is known. By default a failure is thrown. */
export function createTestJudge(
  { metadata, records }: JudgingStores,
  more: Partial<Pick<DueOptions, "now" | "onFailure" | "domainsMax">> = {},
) {
  const none = { asn: null, organization: null, country: null };
  const ipData = { lookup: () => none, describe: () => "none" };
  const onFailure = (_: string, error: unknown): never => {
    throw error;
  };
  const readFacts = createFactsReader({ metadata, ipData });
  const parts = { metadata, records, services: shippedServiceMap, readFacts, ipData };
  return createJudge({ ...parts, now: () => new Date(), onFailure, ...more });
}

/** {@link createTestJudge} as rounds need it that read verdicts. */
export function createJudging(stores: JudgingStores): { readonly judgeDomain: JudgeDomain } {
  return { judgeDomain: createTestJudge(stores).judgeDomain };
}
