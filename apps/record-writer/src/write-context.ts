import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";

/** What writing works with. */
export interface WriteContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** This try's number: rows and ledger entries tell by it which try wrote them. */
  readonly attempt: bigint;
  /** True once a part of the work may belong to another record-writer. */
  readonly isStale: () => boolean;
  readonly heartbeat: () => Promise<void>;
}
