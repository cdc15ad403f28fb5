import type { ReverseDns } from "@ruaflow/dns/reverse-names";
import type { IpData } from "@ruaflow/ip-data";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";

/** What the loops that find out about sources work with. */
export interface SourcesOptions {
  readonly metadata: Pick<MetadataStore, "sources" | "reports">;
  readonly records: Pick<RecordStore, "readAddresses" | "listUncopiedFacts" | "copySourceFacts">;
  readonly ipData: IpData;
  /** `null`: names are not looked up, and no DNS query is sent. */
  readonly reverseDns: ReverseDns | null;
  /** Maximum number of addresses whose names are looked up at the same time. */
  readonly addressesAtOnce: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}
