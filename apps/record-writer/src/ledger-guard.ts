import type { MetadataStore } from "@ruaflow/metadata-store";
import { type ClaimedReports, type ComparedLedger, LedgerReplacedError } from "@ruaflow/metadata-store/ledger";
import type { ReportClaim } from "@ruaflow/metadata-store/reports";
import type { RecordStore } from "@ruaflow/record-store";

/** The database may be replaced again while it is compared. */
const TRIES_MAX = 3;

interface Stores {
  readonly metadata: MetadataStore;
  readonly records: RecordStore;
}

/** Claims reports only in a ledger that was compared with the rows in ClickHouse. */
export interface LedgerGuard {
  claim(claims: readonly ReportClaim[], stores: Stores): Promise<ClaimedReports>;
}

/**
 * PostgreSQL may be restored from a backup at any time: the ledger then calls reports new whose rows ClickHouse has. Before
 * its first claim, and whenever the database may be another one, a writer compares the attempts of the rows with those of
 * the ledger.
 *
 * @param onSetBack called once for all writers with the greatest attempt of the rows, when the ledger was set back
 */
export function createLedgerGuard(onSetBack: (greatestAttempt: bigint) => void): LedgerGuard {
  let compared: ComparedLedger | null = null;

  async function compare({ metadata, records }: Stores): Promise<ComparedLedger> {
    const instance = await metadata.reports.readLedgerInstance();
    const lastAttempt = await records.readGreatestAttempt();
    if (await metadata.reports.compareLedger(lastAttempt)) onSetBack(lastAttempt);
    return { instance, lastAttempt };
  }

  return {
    async claim(claims, stores) {
      for (let tries = 1; ; tries += 1) {
        const ledger: ComparedLedger = compared ?? (await compare(stores));
        try {
          const claimed = await stores.metadata.reports.claimReports(claims, ledger);
          compared = { ...ledger, lastAttempt: claimed.attempt };
          return claimed;
        } catch (error) {
          if (!(error instanceof LedgerReplacedError) || tries === TRIES_MAX) throw error;
          compared = null;
        }
      }
    },
  };
}
