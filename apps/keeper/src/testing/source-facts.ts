import type { MetadataStore } from "@ruaflow/metadata-store";
import { shippedServiceMap } from "@ruaflow/senders";
import { createFactsReader } from "@ruaflow/verdicts/facts";

/** What tells whose mail it is, without the offline data sets: only what is saved of an address is known. */
export function createSourceFacts(metadata: MetadataStore) {
  const ipData = { lookup: () => ({ asn: null, organization: null, country: null }) };
  return { services: shippedServiceMap, readFacts: createFactsReader({ metadata, ipData }) };
}
