import type { MetadataStore } from "@ruaflow/metadata-store";
import type { ClaimedReports } from "@ruaflow/metadata-store/ledger";
import type { RecordStore } from "@ruaflow/record-store";
import type { LedgerGuard } from "./ledger-guard.ts";

/** The stores and state that a write uses. */
export interface WriteContext {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
  readonly ledger: LedgerGuard;
  /** True once a part of the work may belong to another record-writer. */
  readonly isStale: () => boolean;
  readonly heartbeat: () => Promise<void>;
}

/** What T1 has fixed for the reports of one round: rows and ledger entries carry the number of the attempt. */
export type RoundContext = WriteContext & Pick<ClaimedReports, "attempt" | "setBackAttempt">;
