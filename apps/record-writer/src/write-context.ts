import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";

/** The stores and state that a write uses. */
export interface WriteContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  /** The number of this attempt: rows and ledger entries carry it to show which attempt wrote them. */
  readonly attempt: bigint;
  /** True once a part of the work may belong to another record-writer. */
  readonly isStale: () => boolean;
  readonly heartbeat: () => Promise<void>;
}
