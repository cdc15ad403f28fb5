import type { EventLog } from "@ruaflow/event-log";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import type { Logger } from "@ruaflow/runtime/logging";

/** The stores that a command uses. */
export interface Stores {
  readonly metadata: MetadataStore;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly dataFolder: string;
  /** Tells one PostgreSQL server from another; empty for the embedded one. */
  readonly database: string;
  /** A folder for files that are being read; it is removed at the end. */
  openSpool(): Promise<string>;
  /**
   * Rows in ClickHouse, with the schema of this release.
   * @throws {UsageError} when another process has the data folder and lets no other read its ClickHouse
   */
  openRecords(): Promise<RecordStore>;
  stop(): Promise<void>;
}
