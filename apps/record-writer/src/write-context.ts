import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";

/** What writing works with. */
export interface WriteContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** This process's number: rows and ledger entries tell by it who wrote them. */
  readonly attempt: bigint;
  readonly readBack: boolean;
  /** True once a part of the work may belong to another record-writer. */
  readonly isStale: () => boolean;
  readonly heartbeat: () => Promise<void>;
}
