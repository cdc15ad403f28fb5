import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { downloadFile, type ExportFile, type ExportFormat } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import { createFolder } from "@ruaflow/runtime/folders";
import type { Environment } from "@ruaflow/runtime/settings";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { type BareStores, openBareStores } from "../stores/bare-stores.ts";
import { type ExportResult, type ExportSource, exportMonths } from "./export-months.ts";
import type { FileWriter } from "./write-month.ts";

export interface RunExportOptions {
  readonly format: ExportFormat;
  readonly since: string;
  readonly until: string;
  /** Id or name of an organization; absent: all. */
  readonly org?: string;
  readonly view: string;
  readonly to: string;
  /** Also reports that do not count. */
  readonly all: boolean;
  readonly json: boolean;
}

/** Writes the files, with a line for each, and prints a summary. */
export async function runExport(environment: Environment, options: RunExportOptions): Promise<void> {
  const { view, format, since, until, all, json } = options;
  const folder = resolve(options.to);
  const stores = await openBareStores(environment, { description: "ruaflow export", shared: true });
  try {
    const { exports: access } = stores.records;
    await stores.records.assertSchema();
    const found = await access.findView(view);
    if (all && !found.isCountable)
      throw new UsageError(`--all: ${view} has counted reports only; records and reports have all.`);
    const organizationId = await findOrganization(stores, options.org);
    await createFolder(folder);
    const range = { since, until, isCountedOnly: !all, ...(organizationId !== null && { organizationId }) };
    const onMonth = (file: string, { reports, bytes }: { reports: number; bytes: number }) =>
      void process.stderr.write(`${file}: ${pluralize(reports, "report")}, ${toMegabytes(bytes)}\n`);
    const given = {
      view,
      format,
      organizationId,
      counted: found.isCountable ? !all : null,
      source: found,
      range,
      folder,
      onMonth,
    };
    const writer = await findWriter(stores);
    const result = await exportMonths(openSource(stores), { ...given, ...(writer && { writer }) });
    const leftOut = all ? 0 : await access.countLeftOut(range);
    if (json) printJson({ folder, ...result, leftOut });
    else process.stdout.write(toText(result, folder, leftOut));
  } finally {
    await stores.stop();
  }
}

/** The service's user, who may be another one for root: its engine writes the files. */
async function findWriter({ settings }: BareStores): Promise<FileWriter | null> {
  if (settings.CLICKHOUSE_URL !== undefined || process.getuid?.() !== 0) return null;
  return stat(join(settings.RUAFLOW_DATA_DIR, "clickhouse"));
}

/** Servers stream the file; an engine on this machine writes it itself, for its HTTP interface holds answers in memory. */
function openSource({ records, settings: { CLICKHOUSE_URL: url } }: BareStores): ExportSource {
  const { listMonths, countRows, writeFile } = records.exports;
  if (url !== undefined) return { listMonths, countRows, writeFile: (file) => downloadFile(url, file) };
  return { listMonths, countRows, writeFile: (file) => writeFile(assertPlain(file)) };
}

/** The embedded engine reads these characters in the path of a file as a pattern. */
function assertPlain(file: ExportFile): ExportFile {
  if (!/[*?{}]/.test(file.path)) return file;
  throw new UsageError(`--to: ${file.path} must not contain any of * ? { }.`);
}

async function findOrganization({ databaseUrl, bodies }: BareStores, org: string | undefined): Promise<string | null> {
  if (org === undefined) return null;
  const metadata = await createMetadataStore({ url: databaseUrl, connectionsMax: 1, bodies });
  try {
    return (await chooseOrganization(metadata, org)).id;
  } finally {
    await metadata.close();
  }
}

function toText(
  { written, unchanged, removed, reports, bytes }: ExportResult,
  folder: string,
  leftOut: number,
): string {
  const counts = [
    `${pluralize(written.length, "file")} written (${toMegabytes(bytes)})`,
    `${unchanged.length} unchanged`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  const note =
    leftOut > 0 ? `Left out: ${pluralize(leftOut, "report")} that do not count; --all writes them too.\n` : "";
  return `${folder}: ${counts.join(", ")}; ${pluralize(reports, "report")} in all.\n${note}`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
