import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { ServiceMap } from "@ruaflow/senders";
import type { ReadFacts } from "./facts/source-facts.ts";

/** What verdicts are made from. */
export interface VerdictStores {
  readonly metadata: Pick<MetadataStore, "sources" | "domains">;
  readonly records: Pick<RecordStore, "readDomainContext">;
  readonly readFacts: ReadFacts;
  readonly services: ServiceMap;
}
