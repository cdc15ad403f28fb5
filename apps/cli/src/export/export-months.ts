import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ExportMonth, ExportRange, ExportView } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import { type Manifest, type ManifestOf, readManifest, writeManifest } from "./manifest.ts";
import { type FileWriter, type MonthSource, writeMonth } from "./write-month.ts";

/** Where the rows come from. */
export interface ExportSource extends MonthSource {
  listMonths(range: ExportRange): Promise<readonly ExportMonth[]>;
}

export interface ExportOptions extends ManifestOf {
  readonly source: ExportView;
  readonly range: ExportRange;
  readonly folder: string;
  /** Who writes the files, if that is another process's user. */
  readonly writer?: FileWriter;
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
 * @throws {UsageError} when a file of another origin is in the way, or a file cannot be written whole
 */
export async function exportMonths(source: ExportSource, options: ExportOptions): Promise<ExportResult> {
  const { folder, range, onMonth } = options;
  const manifest = await readManifest(folder, options);
  const months = await source.listMonths(range);
  for (const { month } of months) await assertOwn(month, manifest, options);
  const removed = await removeEmpty(source, manifest, options);
  const written: string[] = [];
  const unchanged: string[] = [];
  let bytes = 0;
  for (const month of months) {
    const file = toFile(month.month, options);
    if (await isUnchanged(month, manifest, options)) {
      unchanged.push(file);
      continue;
    }
    const size = await replaceMonth(source, month, { manifest, options });
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
  const file = await lstat(join(options.folder, toFile(month, options))).catch(() => null);
  return file?.isFile() === true && file.size === known.bytes;
}

/** A file that no export has written is not replaced. */
async function assertOwn(month: string, { months }: Manifest, options: ExportOptions): Promise<void> {
  const path = join(options.folder, toFile(month, options));
  if (month in months || (await lstat(path).catch(() => null)) === null) return;
  throw new UsageError(`${path} is not of this export: move it away, or choose another folder.`);
}

/**
 * Removes the files of months of the range whose reports are all gone: a deleted domain must not live on in them. A month that
 * has reports on other days than those of the range keeps its file.
 */
async function removeEmpty(
  source: ExportSource,
  manifest: Manifest,
  options: ExportOptions,
): Promise<readonly string[]> {
  const { folder, range } = options;
  const [first, last] = [range.since.slice(0, 7), range.until.slice(0, 7)];
  const known = Object.keys(manifest.months).filter((month) => month >= first && month <= last);
  const whole = { ...range, since: `${first}-01`, until: toLastDay(last) };
  const present = new Set((await source.listMonths(whole)).map(({ month }) => month));
  const gone = known.filter((month) => !present.has(month));
  for (const month of gone) {
    await rm(join(folder, toFile(month, options)), { force: true });
    delete manifest.months[month];
  }
  if (gone.length > 0) await writeManifest(folder, manifest, options);
  return gone.map((month) => toFile(month, options));
}

/** Writes the month's file, and remembers it. Resolves with its bytes. */
async function replaceMonth(
  source: ExportSource,
  { month, reports, fingerprint }: ExportMonth,
  { manifest, options }: { readonly manifest: Manifest; readonly options: ExportOptions },
): Promise<number> {
  const { source: view, format, folder, writer } = options;
  const range = narrow(options.range, month);
  const path = join(folder, toFile(month, options));
  const { bytes, finish } = await writeMonth(source, { view, format, range, path, ...(writer && { writer }) });
  // Before the file has its name: after a crash it must be known as one of the export's own.
  manifest.months[month] = { reports, bytes, fingerprint: null };
  await writeManifest(folder, manifest, options);
  await finish();
  manifest.months[month] = { reports, bytes, fingerprint: await confirmFingerprint(source, fingerprint, range) };
  await writeManifest(folder, manifest, options);
  return bytes;
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
async function confirmFingerprint(source: ExportSource, fingerprint: string, range: ExportRange) {
  const [now] = await source.listMonths(range);
  return now?.fingerprint === fingerprint ? fingerprint : null;
}
