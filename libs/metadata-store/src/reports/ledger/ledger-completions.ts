import type { Database, Queryable } from "@ruaflow/postgres";
import { toReportId } from "@ruaflow/report/identity";
import { type SavedEvent, saveEvents } from "../../delivery/events.ts";
import { type Arrival, saveArrivals } from "../../intake/arrivals.ts";
import { addToDays, type DomainDay, removeEmptyDays } from "../days/report-days.ts";
import { type SeenReporter, saveReporters } from "../identity/reporters.ts";
import { lockSiblings } from "../identity/siblings.ts";
import { compareWithSiblings, type Sibling, toIdentityKey, type Vouched } from "../identity/voucher.ts";
import { addStoredReports, type ListedFacts } from "../list/stored-reports.ts";
import { lockAliveDomains } from "../living-domains.ts";
import { displaceReports } from "./displaced-reports.ts";
import { findKnownReports, type KnownReport } from "./ledger-rows.ts";

/** A report whose rows are all stored. */
export interface ReportCompletion extends Vouched {
  /** Its arrival, with outcome `stored`. */
  readonly arrival: Arrival;
  /** Added to the sums of its day; `reports` is 1. */
  readonly counted: DomainDay;
  /** Further facts shown in lists. */
  readonly listed: ListedFacts;
  /** Saved with the report; absent: no events. */
  readonly events?: readonly SavedEvent[];
}

/** Reports that this attempt claimed and another attempt took over: both may have inserted rows. */
export interface Contested {
  /** Keys that the other attempt has finished. */
  readonly finished: readonly string[];
  /** Keys that the other attempt has not finished: nothing was written for them, claim them again. */
  readonly taken: readonly string[];
}

/**
 * T2 of storing a batch, in one transaction. The claimed reports become `stored` and so visible. The outcome of every report
 * of the batch is saved. Events of reports that became stored in this call are written to the outbox, so that data and
 * events are saved together or not at all. The sums of the reports' days are updated. Repeating it changes nothing. Reports
 * whose domain was deleted since they were claimed are dropped; the deletion removes their rows.
 *
 * @param batch.completions reports whose rows are stored
 * @param batch.arrivals outcomes of the other reports of the batch, such as duplicates and conflicts
 * @returns keys that other attempts have taken over
 */
export async function completeReports(
  database: Database,
  attempt: bigint,
  batch: { readonly completions: readonly ReportCompletion[]; readonly arrivals: readonly Arrival[] },
): Promise<Contested> {
  return database.transaction(async (transaction) => {
    const { completions, dropped } = await dropDeleted(transaction, batch.completions);
    const preceded = await findPreceded(transaction, completions);
    const stored = await saveStored(
      transaction,
      attempt,
      completions.filter((completion) => !preceded.has(completion)),
    );
    const others = completions.filter(({ reportKey }) => !stored.has(reportKey));
    const known = await findKnownReports(
      transaction,
      others.map(({ reportKey }) => reportKey),
    );
    const before = others.filter((completion) => isStored(completion, known)).map(({ reportKey }) => reportKey);
    const done = new Set([...stored, ...before]);
    const arrivals = completions.filter(({ reportKey }) => done.has(reportKey)).map(({ arrival }) => arrival);
    await saveArrivals(transaction, [...arrivals, ...dropped, ...batch.arrivals]);
    const newlyStored = completions.filter(({ reportKey }) => stored.has(reportKey));
    await saveEvents(
      transaction,
      newlyStored.flatMap(({ events = [] }) => events),
    );
    const authentic = newlyStored.filter(({ authenticKey }) => authenticKey === undefined);
    const displaced = await displaceReports(transaction, authentic);
    // Last: from here on all writers of the organization wait for the end of this transaction.
    const added = newlyStored.map(({ counted, listed }) => ({ ...counted, receivedAt: listed.receivedAt }));
    await addToDays(transaction, [...added, ...displaced]);
    await removeEmptyDays(transaction, displaced);
    await saveReporters(transaction, newlyStored.flatMap(toSeen));
    await addStoredReports(
      transaction,
      newlyStored.map(({ counted, listed }) => ({ ...counted, ...listed })),
    );
    return {
      finished: before.filter((key) => known.get(key)?.attempt !== attempt),
      taken: others.map(({ reportKey }) => reportKey).filter((key) => !done.has(key)),
    };
  });
}

/**
 * Separates reports whose domain is deleted. A deletion that begins now waits for this transaction and then removes what it
 * added to the sums. Either way the sums exclude the domain once its deletion has begun.
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

/** A domain that is not the reporter's is not known by that. */
function toSeen({ authenticKey, counted, listed }: ReportCompletion): SeenReporter[] {
  const { reporterDomain = null, receivedAt } = listed;
  if (authenticKey !== undefined || reporterDomain === null) return [];
  return [{ organizationId: counted.organizationId, reporterDomain, receivedAt }];
}

/**
 * Completions that another report of the same identity precedes, which was stored since they were claimed. Only a writer that was
 * paused, or a large report in several parts, meets one: all have the same partition. Claimed again, they are compared with it.
 */
async function findPreceded(transaction: Queryable, completions: readonly ReportCompletion[]) {
  const siblings = await lockSiblings(transaction, [...new Set(completions.map(toIdentityKey))]);
  const preceded = new Set<ReportCompletion>();
  for (const [identity, group] of Map.groupBy(completions, toIdentityKey)) {
    let stored = (siblings.get(identity) ?? []).filter(({ isStored }) => isStored);
    for (const completion of group) {
      const own = siblings.get(identity)?.find(({ reportKey }) => reportKey === completion.reportKey);
      if (own === undefined || own.isStored) continue;
      const { contentHash, newerHashes = [] } = own;
      if (compareWithSiblings({ ...completion, contentHash, newerHashes }, stored) !== null) preceded.add(completion);
      else stored = [...stored, { ...own, isStored: true } satisfies Sibling];
    }
  }
  return preceded;
}

/** Returns the keys that were pending and belonged to this attempt. */
async function saveStored(
  transaction: Queryable,
  attempt: bigint,
  completions: readonly ReportCompletion[],
): Promise<Set<string>> {
  if (completions.length === 0) return new Set();
  const rows = await transaction.query<{ report_key: string }>(
    `UPDATE report_ledger SET state = 'stored', stored_at = now()
     WHERE report_id = ANY($1) AND state = 'pending' AND attempt = $2
     RETURNING encode(report_key, 'hex') AS report_key`,
    [completions.map(({ reportKey }) => toReportId(reportKey)), attempt],
  );
  return new Set(rows.map(({ report_key }) => report_key));
}

/** Stored by this attempt, whose response was lost, or by another attempt that took over the same report. */
function isStored({ reportKey, arrival }: ReportCompletion, all: ReadonlyMap<string, KnownReport>): boolean {
  const known = all.get(reportKey);
  return known?.state === "stored" && known.submissionId === arrival.submissionId && known.entry === arrival.entry;
}
