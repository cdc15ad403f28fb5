import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ExportFile, ExportMonth, ExportRange } from "@ruaflow/record-store/exports";
import { type Manifest, type ManifestOf, readManifest, writeManifest } from "./manifest.ts";

/** Where the rows come from. */
export interface ExportSource {
  listMonths(range: ExportRange): Promise<readonly ExportMonth[]>;
  writeFile(file: ExportFile): Promise<void>;
}

export interface ExportOptions extends ManifestOf {
  /** The view's name in SQL. */
  readonly table: string;
  readonly range: ExportRange;
  readonly folder: string;
  readonly onMonth?: (file: string, month: { readonly reports: number; readonly bytes: number }) => void;
}

/** What became of the months of the range. */
export interface ExportResult {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files of months that have no reports any more. */
  readonly removed: readonly string[];
  /** Reports of the range. */
  readonly reports: number;
  /** Bytes of the written files. */
  readonly bytes: number;
}

/**
 * Writes one file for each month of the range. A month is skipped if its file is complete and its reports are still the
 * same; so an export that was interrupted continues, and one that is repeated writes what has changed.
 */
export async function exportMonths(source: ExportSource, options: ExportOptions): Promise<ExportResult> {
  const { folder, range, onMonth } = options;
  const manifest = await readManifest(folder, options);
  const months = await source.listMonths(range);
  const removed = await removeEmpty(months, manifest, options);
  const written: string[] = [];
  const unchanged: string[] = [];
  let bytes = 0;
  for (const month of months) {
    const file = toFile(month.month, options);
    if (await isUnchanged(month, manifest, options)) {
      unchanged.push(file);
      continue;
    }
    const size = await writeMonth(source, month, options);
    const fingerprint = await confirmFingerprint(source, month, range);
    manifest.months[month.month] = { reports: month.reports, bytes: size, fingerprint };
    await writeManifest(folder, manifest, options);
    onMonth?.(file, { reports: month.reports, bytes: size });
    written.push(file);
    bytes += size;
  }
  return { written, unchanged, removed, reports: months.reduce((sum, { reports }) => sum + reports, 0), bytes };
}

const toFile = (month: string, { view, format }: ManifestOf) => `${view}-${month}.${format}`;

async function isUnchanged(
  { month, fingerprint }: ExportMonth,
  { months }: Manifest,
  options: ExportOptions,
): Promise<boolean> {
  const known = months[month];
  if (known === undefined || known.fingerprint !== fingerprint) return false;
  const file = await stat(join(options.folder, toFile(month, options))).catch(() => null);
  return file?.size === known.bytes;
}

/** Removes the files of months of the range whose reports are all gone: a deleted domain must not live on in them. */
async function removeEmpty(
  months: readonly ExportMonth[],
  manifest: Manifest,
  options: ExportOptions,
): Promise<readonly string[]> {
  const { folder, range } = options;
  const present = new Set(months.map(({ month }) => month));
  const isInRange = (month: string) => month >= range.since.slice(0, 7) && month <= range.until.slice(0, 7);
  const gone = Object.keys(manifest.months).filter((month) => isInRange(month) && !present.has(month));
  for (const month of gone) {
    await rm(join(folder, toFile(month, options)), { force: true });
    delete manifest.months[month];
  }
  if (gone.length > 0) await writeManifest(folder, manifest, options);
  return gone.map((month) => toFile(month, options));
}

/** Resolves with the size of the complete file. */
async function writeMonth(source: ExportSource, { month }: ExportMonth, options: ExportOptions): Promise<number> {
  const { table, format, range, folder } = options;
  const path = join(folder, toFile(month, options));
  const part = `${path}.part`;
  await rm(part, { force: true });
  await source.writeFile({ view: table, format, range: narrow(range, month), path: part });
  const file = await open(part, "r+");
  try {
    await file.sync();
    const { size } = await file.stat();
    await rename(part, path);
    return size;
  } finally {
    await file.close();
  }
}

/** The days of a month within the range. */
function narrow(range: ExportRange, month: string): ExportRange {
  const [first, last] = [`${month}-01`, toLastDay(month)];
  const [, since = first] = [first, range.since].sort();
  const [until = last] = [last, range.until].sort();
  return { ...range, since, until };
}

function toLastDay(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Reports that arrive during the export may be in the file or not, so such a month is not yet done. */
async function confirmFingerprint(source: ExportSource, { month, fingerprint }: ExportMonth, range: ExportRange) {
  const [now] = await source.listMonths(narrow(range, month));
  return now?.fingerprint === fingerprint ? fingerprint : null;
}
