import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";

/** What is compared. */
export interface Stores {
  /** Opened with the stores of bodies, if reports are to be repaired. */
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}
