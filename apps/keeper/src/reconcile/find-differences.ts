import { setTimeout as sleep } from "node:timers/promises";
import type { ListedDay } from "@ruaflow/metadata-store/ledger";
import type { DayRange, RowSums } from "@ruaflow/record-store/questions";
import { ROWS_HASH_FORM } from "@ruaflow/record-store/rows";
import { type Compared, compareReports, type Finding, toPlace } from "./finding.ts";
import { cutIntoSlices, FIRST_DAY, type Slice } from "./slices.ts";
import type { Stores } from "./stores.ts";
import { verifyContents } from "./verify-contents.ts";

export interface FindOptions extends Stores {
  /** Only this organization. */
  readonly organizationId?: string;
  /** Only reports of this UTC day and later ones, `YYYY-MM-DD`. */
  readonly since?: string;
  /** Recompute the content hash of every report, also of those whose rows have the hash that they had before. */
  readonly deep?: boolean;
  /** What seems to differ is compared again after this time. Default: 5 s. */
  readonly recheckAfterMs?: number;
  /** Ends the comparison early; what it has found is not complete then. */
  readonly stopping?: AbortSignal;
  readonly onProgress?: (reports: number, total: number) => void;
}

/** The result of a comparison. */
export interface Found {
  /** Reports compared. */
  readonly reports: number;
  readonly findings: readonly Finding[];
}

/** Writers, deletions and removals of duplicates need less, unless they are interrupted. */
const RECHECK_AFTER_MS = 5_000;
/** A form that no hash has: every report counts as unverified. */
const NO_FORM = -1;

/**
 * Compares the reports that lists show with their rows: first the sums of each organization and day, then the reports of
 * days that differ or have new reports. Reports may arrive, change and be deleted meanwhile: what seems to differ is
 * compared again, after a while, before it is a finding.
 */
export async function findDifferences(options: FindOptions): Promise<Found> {
  const { stopping, onProgress } = options;
  const plan = await planSlices(options);
  const total = plan.reduce((sum, { reports }) => sum + reports, 0);
  const candidates: Finding[] = [];
  let reports = 0;
  for (const { organizationId, ...slice } of plan) {
    if (stopping?.aborted) break;
    candidates.push(...(await compareSlice(options, organizationId, slice)));
    reports += slice.reports;
    onProgress?.(reports, total);
  }
  return { reports, findings: await confirm(options, candidates) };
}

async function planSlices(options: FindOptions): Promise<(Slice & { readonly organizationId: string })[]> {
  const { metadata, since = FIRST_DAY } = options;
  const slices = [];
  for (const organizationId of await listOrganizations(options)) {
    const whole = { startDate: since, endDate: "9999-12-31", counted: "all" } as const;
    const days = await metadata.reports.readReportDays(organizationId, whole);
    slices.push(...cutIntoSlices(days, since).map((slice) => ({ ...slice, organizationId })));
  }
  return slices;
}

/** Those of PostgreSQL, and those of which only ClickHouse has rows. */
async function listOrganizations({ metadata, records, organizationId }: FindOptions): Promise<readonly string[]> {
  if (organizationId !== undefined) return [organizationId];
  const known = await metadata.tenants.listOrganizations();
  const stored = await records.listStoredDomains();
  return [...new Set([...known.map(({ id }) => id), ...stored.map((domain) => domain.organizationId)])];
}

const toForm = ({ deep = false }: FindOptions) => (deep ? NO_FORM : ROWS_HASH_FORM);

async function compareSlice(options: FindOptions, organizationId: string, slice: Slice): Promise<Finding[]> {
  const { metadata, records } = options;
  const { firstDay, lastDay } = slice;
  const hashForm = toForm(options);
  // PostgreSQL first: the rows of what it lists are stored by then.
  const listed = await metadata.reports.readListedDays(organizationId, { firstDay, lastDay, hashForm });
  const days = findDays(listed, await records.readDaySums(organizationId, { firstDay, lastDay }));
  if (days === null) return [];
  const reports = await metadata.reports.listListedReports(organizationId, { ...days, hashForm });
  const compared = compareReports(reports, await records.readReportSums(organizationId, days));
  return toFindings(options, organizationId, compared);
}

/** The range of days whose sums differ or that have unverified reports; `null`: none. */
function findDays(listed: readonly ListedDay[], stored: readonly RowSums[]): DayRange | null {
  const storedByDay = new Map(stored.map((sums) => [sums.day, sums]));
  const listedDays = new Set(listed.map(({ day }) => day));
  const differing = [
    ...listed.filter((sums) => !isEqual(sums, storedByDay.get(sums.day))),
    ...stored.filter(({ day }) => !listedDays.has(day)),
  ].map(({ day }) => day);
  const [firstDay] = differing.sort();
  const lastDay = differing.at(-1);
  return firstDay === undefined || lastDay === undefined ? null : { firstDay, lastDay };
}

function isEqual(listed: ListedDay, stored: RowSums | undefined): boolean {
  return (
    listed.unverified === 0 &&
    listed.records === stored?.rows &&
    listed.reports === stored.reportRows &&
    listed.messages === stored.messages &&
    // ClickHouse adds modulo 2^64.
    BigInt.asIntN(64, listed.hash) === stored.hash
  );
}

async function toFindings(options: FindOptions, organizationId: string, compared: Compared): Promise<Finding[]> {
  const { metadata } = options;
  const unknown = await listUnknown(metadata, compared.unlisted);
  return [
    ...compared.findings.map((finding) => ({ ...finding, organizationId })),
    ...(await verifyContents(options, organizationId, compared.unverified)),
    ...unknown.map(({ domainId, day, reportId }): Finding => {
      return { organizationId, domainId, day, reportId, difference: "unknown" };
    }),
  ];
}

/** The ledger has a report before ClickHouse has its first row, and keeps it after the last one is gone. */
async function listUnknown(metadata: FindOptions["metadata"], unlisted: Compared["unlisted"]) {
  const unknown = [];
  for (let start = 0; start < unlisted.length; start += CONFIRMED_TOGETHER) {
    const some = unlisted.slice(start, start + CONFIRMED_TOGETHER);
    unknown.push(...(await metadata.reports.listUnknownReports(some)));
  }
  return unknown;
}

/** Reports compared again with one query. */
const CONFIRMED_TOGETHER = 500;

async function confirm(options: FindOptions, candidates: readonly Finding[]): Promise<Finding[]> {
  const { stopping, recheckAfterMs = RECHECK_AFTER_MS } = options;
  if (candidates.length === 0) return [];
  await sleep(recheckAfterMs, undefined, stopping && { signal: stopping }).catch(ignoreAbort);
  return stopping?.aborted ? [] : compareAgain(options, candidates);
}

function ignoreAbort(): void {}

/** Those of the findings that still differ, each with its difference by now. */
export async function compareAgain(options: FindOptions, findings: readonly Finding[]): Promise<Finding[]> {
  const still: Finding[] = [];
  for (const [organizationId, group] of Map.groupBy(findings, (finding) => finding.organizationId)) {
    for (let start = 0; start < group.length; start += CONFIRMED_TOGETHER) {
      still.push(...(await compareSome(options, organizationId, group.slice(start, start + CONFIRMED_TOGETHER))));
    }
  }
  return still;
}

async function compareSome(options: FindOptions, organizationId: string, some: readonly Finding[]): Promise<Finding[]> {
  const { metadata, records } = options;
  const listing = {
    reportIds: some.map(({ reportId }) => reportId),
    days: [...new Set(some.map(({ day }) => day))],
    hashForm: toForm(options),
  };
  const listed = await metadata.reports.findListedReports(organizationId, listing);
  const stored = await records.readSumsOfReports(organizationId, some);
  const found = await toFindings(options, organizationId, compareReports(listed, stored));
  const listedAfter = new Set((await metadata.reports.findListedReports(organizationId, listing)).map(toPlace));
  const asked = new Set(some.map(toPlace));
  // Whatever was removed from the list by now may have lost its rows before.
  return found.filter(
    (finding) => asked.has(toPlace(finding)) && (finding.difference === "unknown" || listedAfter.has(toPlace(finding))),
  );
}
