import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { ServiceMap } from "@ruaflow/senders";

/** What verdicts are made from. */
export interface VerdictStores {
  readonly metadata: Pick<MetadataStore, "sources" | "domains">;
  readonly records: Pick<RecordStore, "streamSourceMail" | "readDomainContext">;
  /** Facts about addresses that the table of sources does not have yet. */
  readonly ipData: Pick<IpData, "lookup">;
  readonly services: ServiceMap;
}
