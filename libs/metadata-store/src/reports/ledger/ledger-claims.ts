import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import { type ContentHashes, isSameContent, toKnownForms } from "@ruaflow/report/content";
import { addToDays } from "../days/report-days.ts";
import { lockSiblings, type Mark, type Siblings, saveMarks } from "../identity/siblings.ts";
import { compareWithSiblings, type Sibling, toIdentityKey, type Vouched } from "../identity/voucher.ts";
import { displaceReports } from "./displaced-reports.ts";
import { noteLateRowChecks } from "./late-row-checks.ts";
import { type KnownReport, lockKnownReports } from "./ledger-rows.ts";
import { type ComparedLedger, type DrawnAttempt, drawAttempt } from "./ledger-state.ts";

/** One report, or one chunk of it, that a writer is about to store. */
export interface ReportClaim extends Vouched, ContentHashes {
  /** `rpt_` id, derived from the key. */
  readonly reportId: string;
  readonly organizationId: string;
  readonly domainId: string;
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  readonly expectedRecords: number;
  readonly expectedMessages: number;
  readonly submissionId: string;
  readonly entry: number;
}

/**
 * What a writer has to do about a claim.
 *
 * - `new`: the first attempt; insert the rows without reading back
 * - `uncertain`: an earlier attempt with the same content did not finish; read back and insert the missing rows
 * - `forgotten`: the ledger does not know the report, but it was set back to an older state: ClickHouse may have rows of it,
 *   or of a report with other content; remove the latter, then read back and insert the missing rows
 * - `stored`: this submission and entry is already stored
 * - `duplicate`: another submission or entry with the same content is stored
 * - `conflict`: another submission or entry of the same reporter has different content
 * - `unauthenticated`: the report's sender is not proven, and the report of whom it claims to be from has different content
 * - `dropped`: the domain was deleted, is no longer verified, or is not this organization's
 */
export type ClaimResult =
  | "new"
  | "uncertain"
  | "forgotten"
  | "stored"
  | "duplicate"
  | "conflict"
  | "unauthenticated"
  | "dropped";

/** The outcome of T1. */
export interface ClaimedReports extends Pick<DrawnAttempt, "attempt" | "setBackAttempt"> {
  /** One per claim, in order. */
  readonly results: readonly ClaimResult[];
}

/**
 * T1 of storing a batch: writes the reports into the ledger as `pending`, before any of their rows, and assigns those to be
 * written to a new attempt. One transaction. It can be repeated; then `new` becomes `uncertain`.
 *
 * @param compared the ledger that the writer compared with ClickHouse; `null`: it is not known whether it was set back
 * @throws LedgerReplacedError when the ledger may be another one
 */
export async function claimReports(
  database: Database,
  given: readonly ReportClaim[],
  compared: ComparedLedger | null = null,
): Promise<ClaimedReports> {
  // A newer release may have read the report: the ledger promises no more than this one stores.
  const claims = given.map((claim) => ({ ...claim, ...toKnownForms(claim) }));
  return database.transaction(async (transaction) => {
    const verified = await lockVerifiedDomains(transaction, claims);
    const isVerified = (claim: ReportClaim) => verified.get(claim.domainId) === claim.organizationId;
    // Before any lock on reports and days: writers that wait for an attempt must not hold what others wait for.
    const drawn = await drawAttempt(transaction, compared);
    const preceded = await findPreceded(transaction, claims.filter(isVerified));
    const firsts = firstOfEachKey(claims.filter((claim) => isVerified(claim) && !preceded.has(claim)));
    const inserted = await insertPending(transaction, drawn, firsts);
    const others = firsts.filter(({ reportKey }) => !inserted.has(reportKey));
    const known = await takeOver(transaction, drawn.attempt, others);
    const firstByKey = new Map(firsts.map((claim) => [claim.reportKey, claim]));
    const assigned = { firstByKey, inserted, known, readsBack: drawn.readsBack };
    const toResult = (claim: ReportClaim) => (isVerified(claim) ? compareWithLedger(claim, assigned) : "dropped");
    const { attempt, setBackAttempt } = drawn;
    return { attempt, setBackAttempt, results: claims.map((claim) => preceded.get(claim) ?? toResult(claim)) };
  });
}

interface Assigned {
  /** The first claim of each key. */
  readonly firstByKey: ReadonlyMap<string, ReportClaim>;
  /** Keys that were not in the ledger. */
  readonly inserted: ReadonlySet<string>;
  readonly known: ReadonlyMap<string, KnownReport>;
  readonly readsBack: boolean;
}

function compareWithLedger(claim: ReportClaim, { firstByKey, inserted, known, readsBack }: Assigned): ClaimResult {
  const first = firstByKey.get(claim.reportKey);
  if (first === undefined) return "dropped";
  if (!isSameReport(claim, first)) return isSameContent(claim, first) ? "duplicate" : "conflict";
  if (inserted.has(claim.reportKey)) return readsBack ? "forgotten" : "new";
  return compareWithKnown(claim, known.get(claim.reportKey));
}

/**
 * Claims that are not stored, for another report of the same identity is: a copy, or the report of whom an unproven one claims to
 * be from. What an earlier attempt on an unproven one has left is displaced.
 */
async function findPreceded(transaction: Queryable, claims: readonly ReportClaim[]) {
  const siblings = await lockSiblings(transaction, [...new Set(claims.map(toIdentityKey))]);
  const unproven = claims.filter(({ authenticKey }) => authenticKey !== undefined);
  const authentic = unproven.flatMap((claim) => siblings.get(toIdentityKey(claim)) ?? []).filter(isAuthentic);
  const displacing = [...new Set(authentic.map(({ reportKey }) => reportKey))].map((reportKey) => ({ reportKey }));
  await addToDays(transaction, await displaceReports(transaction, displacing));
  const { results, marks } = compareInTurn(claims, siblings);
  await saveMarks(transaction, marks);
  for (const claim of await findDisplaced(transaction, unproven)) {
    if (!results.has(claim)) results.set(claim, "unauthenticated");
  }
  return results;
}

/** Rows of a report that was displaced may still be deleted, so none may be written under its id. */
async function findDisplaced(
  transaction: Queryable,
  unproven: readonly ReportClaim[],
): Promise<readonly ReportClaim[]> {
  if (unproven.length === 0) return [];
  const rows = await transaction.query<{ report_id: string }>(
    "SELECT report_id FROM displaced_reports WHERE report_id = ANY($1)",
    [unproven.map(({ reportId }) => reportId)],
  );
  const displaced = new Set(rows.map(({ report_id }) => report_id));
  return unproven.filter(({ reportId }) => displaced.has(reportId));
}

function isAuthentic({ isUnproven, isStored }: Sibling): boolean {
  return !isUnproven && isStored;
}

/** A report that is stored stays what it is, and a copy that one claim has noted is noted for the next. */
function compareInTurn(claims: readonly ReportClaim[], siblings: Siblings) {
  const results = new Map<ReportClaim, "duplicate" | "conflict" | "unauthenticated">();
  const marked = new Map<string, string>();
  const current = (claim: ReportClaim) =>
    (siblings.get(toIdentityKey(claim)) ?? []).map((sibling) => {
      return { ...sibling, matchedBy: marked.get(sibling.reportKey) ?? sibling.matchedBy };
    });
  for (const claim of claims) {
    const others = current(claim);
    const own = others.find(({ reportKey, isStored }) => isStored && reportKey === claim.reportKey);
    const compared = own && isSameContent(own, claim) ? null : compareWithSiblings(claim, others);
    if (compared === null || (own !== undefined && compared.result !== "duplicate")) continue;
    results.set(claim, compared.result);
    if (compared.result === "duplicate" && compared.marks !== null) marked.set(compared.of, compared.marks);
  }
  const marks = [...marked].map(([reportKey, matchedBy]): Mark => ({ reportKey, matchedBy }));
  return { results, marks };
}

/**
 * A claim with the same content takes over a pending report: the sender of a large report may have died halfway and sent it
 * all again. No other writer works on it, because all messages of a report are in one partition.
 */
function compareWithKnown(
  claim: ReportClaim,
  known: KnownReport | undefined,
): "uncertain" | "forgotten" | "stored" | "duplicate" | "conflict" {
  if (known === undefined) throw new Error(`The ledger lost report ${claim.reportId}`);
  if (!isSameContent(known, claim)) return "conflict";
  if (known.state === "pending") return known.forgotten ? "forgotten" : "uncertain";
  return isSameReport(claim, known) ? "stored" : "duplicate";
}

function isSameReport(claim: ReportClaim, known: { readonly submissionId: string; readonly entry: number }): boolean {
  return known.submissionId === claim.submissionId && known.entry === claim.entry;
}

/** The first claim of each key, in the order of the keys: all writers lock in that order, which prevents deadlocks. */
function firstOfEachKey(claims: readonly ReportClaim[]): ReportClaim[] {
  const firsts = new Map<string, ReportClaim>();
  for (const claim of claims) {
    if (!firsts.has(claim.reportKey)) firsts.set(claim.reportKey, claim);
  }
  return [...firsts.values()].sort((a, b) => (a.reportKey < b.reportKey ? -1 : 1));
}

/** Organizations by verified domain. The lock keeps the domains verified until the ledger has the reports. */
async function lockVerifiedDomains(transaction: Queryable, claims: readonly ReportClaim[]) {
  const ids = [...new Set(claims.map(({ domainId }) => domainId))];
  const rows = await transaction.query<{ id: string; organization_id: string }>(
    "SELECT id, organization_id FROM domains WHERE id = ANY($1) AND status = 'verified' ORDER BY id FOR SHARE",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.organization_id]));
}

/** Returns the keys that were inserted: the others are already in the ledger. Notes which reports the attempt has. */
async function insertPending(
  transaction: Queryable,
  { attempt, readsBack }: DrawnAttempt,
  claims: readonly ReportClaim[],
): Promise<Set<string>> {
  const pending = toTable(claims, CLAIM_COLUMNS, { alias: "c", after: 2 });
  const rows = await transaction.query<{ report_key: string }>(
    `WITH inserted AS (
       INSERT INTO report_ledger
         (report_key, report_id, organization_id, domain_id, content_hash, day, expected_records, expected_messages,
          submission_id, entry, state, attempt, authentic_key, forgotten, base_key, vouched_by, claimed_by, newer_hashes)
       SELECT decode(report_key, 'hex'), report_id, organization_id, domain_id, decode(content_hash, 'hex'), day,
         expected_records, expected_messages, submission_id, entry, 'pending', $1::bigint, decode(authentic_key, 'hex'), $2,
         decode(base_key, 'hex'), vouched_by,
         CASE WHEN claimed_by IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(claimed_by)) END,
         ARRAY(SELECT decode(hash, 'hex') FROM jsonb_array_elements_text(newer_hashes) AS hash)
       FROM ${pending.sql}
       ORDER BY report_key ON CONFLICT DO NOTHING RETURNING report_key, report_id
     ), opened AS (
       INSERT INTO open_attempts SELECT $1, array_agg(report_id) FROM inserted HAVING count(*) > 0
     )
     SELECT encode(report_key, 'hex') AS report_key FROM inserted`,
    [attempt, readsBack, ...pending.values],
  );
  return new Set(rows.map(({ report_key }) => report_key));
}

const CLAIM_COLUMNS: readonly Column<ReportClaim>[] = [
  ["report_key", "text", ({ reportKey }) => reportKey],
  ["report_id", "text", ({ reportId }) => reportId],
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["content_hash", "text", ({ contentHash }) => contentHash],
  ["day", "date", ({ day }) => day],
  ["expected_records", "bigint", ({ expectedRecords }) => expectedRecords],
  ["expected_messages", "bigint", ({ expectedMessages }) => expectedMessages],
  ["submission_id", "text", ({ submissionId }) => submissionId],
  ["entry", "int", ({ entry }) => entry],
  ["authentic_key", "text", ({ authenticKey = null }) => authenticKey],
  ["base_key", "text", ({ baseKey = null }) => baseKey],
  ["vouched_by", "text", ({ reporterDomain = null }) => reporterDomain],
  [
    "claimed_by",
    "jsonb",
    ({ claimedDomains }) => (claimedDomains === undefined ? null : JSON.stringify(claimedDomains)),
  ],
  ["newer_hashes", "jsonb", ({ newerHashes = [] }) => JSON.stringify(newerHashes)],
];

/**
 * Reads the reports that other attempts wrote under these keys, and assigns the unfinished ones to this attempt and this
 * submission. A separate statement, because the INSERT does not see rows that it waited for. Hashes in forms that this claim does
 * not have go: the rows that it adds may lack what they cover.
 */
async function takeOver(
  transaction: Queryable,
  attempt: bigint,
  claims: readonly ReportClaim[],
): Promise<Map<string, KnownReport>> {
  const keys = claims.map(({ reportKey }) => reportKey);
  const known = await lockKnownReports(transaction, keys);
  const uncertain = claims.filter((claim) => {
    const result = compareWithKnown(claim, known.get(claim.reportKey));
    return result === "uncertain" || result === "forgotten";
  });
  if (uncertain.length > 0) {
    const taken = toTable(uncertain, TAKEN_COLUMNS, { alias: "c", after: 1 });
    await transaction.query(
      `UPDATE report_ledger SET attempt = $1, submission_id = c.submission_id, entry = c.entry,
         newer_hashes = newer_hashes[1:newer_forms]
       FROM ${taken.sql}
       WHERE report_ledger.report_id = c.report_id AND report_ledger.report_id = ANY($2)`,
      [attempt, ...taken.values],
    );
    await transaction.query(
      `INSERT INTO open_attempts AS o VALUES ($1, $2)
       ON CONFLICT (attempt) DO UPDATE SET report_ids = o.report_ids || excluded.report_ids`,
      [attempt, uncertain.map(({ reportId }) => reportId)],
    );
    await noteLateRowChecks(transaction, uncertain);
  }
  return known;
}

const TAKEN_COLUMNS: readonly Column<ReportClaim>[] = [
  ["report_id", "text", ({ reportId }) => reportId],
  ["submission_id", "text", ({ submissionId }) => submissionId],
  ["entry", "int", ({ entry }) => entry],
  ["newer_forms", "int", ({ newerHashes = [] }) => newerHashes.length],
];
