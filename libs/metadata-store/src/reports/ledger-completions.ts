import type { Database, Queryable } from "@ruaflow/postgres";
import { type SavedEvent, saveEvents } from "../delivery/events.ts";
import { type Arrival, saveArrivals } from "../intake/arrivals.ts";
import { findKnownReports, type KnownReport, toByteaText } from "./ledger-rows.ts";
import { lockAliveDomains } from "./living-domains.ts";
import { addToDays, type DomainDay } from "./report-days.ts";
import { addStoredReports, type ListedFacts } from "./stored-reports.ts";

/** A report whose rows are all stored. */
export interface ReportCompletion {
  /** SHA-256 as 64 lower-case hex digits. */
  readonly reportKey: string;
  /** Its arrival, with outcome `stored`. */
  readonly arrival: Arrival;
  /** What it adds to its day; `reports` is 1. */
  readonly counted: DomainDay;
  /** What lists say of it, beside what it adds to its day. */
  readonly listed: ListedFacts;
  /** What is told about it once it is stored; nothing when absent. */
  readonly events?: readonly SavedEvent[];
}

/** Reports that this attempt claimed and another one has taken over: both may have inserted rows. */
export interface Contested {
  /** Keys that the other attempt has finished. */
  readonly finished: readonly string[];
  /** Keys that the other attempt is still at: nothing was written for them, claim them again. */
  readonly taken: readonly string[];
}

/**
 * T2 of storing a batch, one transaction: the claimed reports become `stored`, which makes them visible, what became of
 * every report of the batch is written down, and the events of those that became stored right here go into the outbox: no
 * event without data, no data without event. The reports are added to the sums of their days. Repeating it changes nothing.
 * Reports whose domain was deleted since they were claimed are dropped: deletion removes what there is of them.
 *
 * @param batch.completions reports whose rows are stored
 * @param batch.arrivals of the other reports of the batch, such as duplicates and conflicts
 * @returns keys that other attempts have worked on meanwhile
 */
export async function completeReports(
  database: Database,
  attempt: bigint,
  batch: { readonly completions: readonly ReportCompletion[]; readonly arrivals: readonly Arrival[] },
): Promise<Contested> {
  return database.transaction(async (transaction) => {
    const { completions, dropped } = await dropDeleted(transaction, batch.completions);
    const stored = await saveStored(transaction, attempt, completions);
    const others = completions.filter(({ reportKey }) => !stored.has(reportKey));
    const known = await findKnownReports(
      transaction,
      others.map(({ reportKey }) => reportKey),
    );
    const before = others.filter((completion) => isStored(completion, known)).map(({ reportKey }) => reportKey);
    const done = new Set([...stored, ...before]);
    const arrivals = completions.filter(({ reportKey }) => done.has(reportKey)).map(({ arrival }) => arrival);
    await saveArrivals(transaction, [...arrivals, ...dropped, ...batch.arrivals]);
    const news = completions.filter(({ reportKey }) => stored.has(reportKey));
    await saveEvents(
      transaction,
      news.flatMap(({ events = [] }) => events),
    );
    // Last: writers of the same days, and then all writers of the organization, wait for the end of this transaction.
    await addToDays(
      transaction,
      news.map(({ counted }) => counted),
    );
    await addStoredReports(
      transaction,
      news.map(({ counted, listed }) => ({ ...counted, ...listed })),
    );
    return {
      finished: before.filter((key) => known.get(key)?.attempt !== attempt),
      taken: others.map(({ reportKey }) => reportKey).filter((key) => !done.has(key)),
    };
  });
}

/**
 * Takes out reports whose domain is deleted. A deletion that begins now waits for this transaction, and then finds in the
 * sums what it added: either way nothing of the domain is counted once the deletion is answered.
 */
async function dropDeleted(transaction: Queryable, completions: readonly ReportCompletion[]) {
  const domainIds = new Set(completions.map(({ counted }) => counted.domainId));
  const alive = new Set(await lockAliveDomains(transaction, [...domainIds]));
  const isDropped = ({ counted }: ReportCompletion) => !alive.has(counted.domainId);
  return {
    completions: completions.filter((completion) => !isDropped(completion)),
    dropped: completions.filter(isDropped).map(({ arrival }): Arrival => ({ ...arrival, ...domainGone })),
  };
}

const domainGone = { outcome: "dropped", reason: "domain-gone" } as const;

/** The keys that were pending and this attempt's. */
async function saveStored(
  transaction: Queryable,
  attempt: bigint,
  completions: readonly ReportCompletion[],
): Promise<Set<string>> {
  if (completions.length === 0) return new Set();
  const rows = await transaction.query<{ report_key: string }>(
    `UPDATE report_ledger SET state = 'stored', stored_at = now()
     WHERE report_key = ANY($1::bytea[]) AND state = 'pending' AND attempt = $2
     RETURNING encode(report_key, 'hex') AS report_key`,
    [completions.map(({ reportKey }) => toByteaText(reportKey)), attempt],
  );
  return new Set(rows.map(({ report_key }) => report_key));
}

/** Stored by this attempt, when its answer was lost, or by another one that took the same report over and finished it. */
function isStored({ reportKey, arrival }: ReportCompletion, all: ReadonlyMap<string, KnownReport>): boolean {
  const known = all.get(reportKey);
  return known?.state === "stored" && known.submissionId === arrival.submissionId && known.entry === arrival.entry;
}
