import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { downloadFile, type ExportFile, type ExportFormat } from "@ruaflow/record-store/exports";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { type BareStores, findRunningStores, openOwnStores } from "../bare-stores.ts";
import { chooseOrganization } from "../organization.ts";
import { pluralize } from "../pluralize.ts";
import { type ExportResult, type ExportSource, exportMonths } from "./export-months.ts";

export interface RunExportOptions {
  readonly format: ExportFormat;
  readonly since: string;
  readonly until: string;
  /** Id or name of an organization; absent: all. */
  readonly org?: string;
  readonly view: string;
  readonly to: string;
  readonly json: boolean;
}

/** Writes the files, with a line for each, and prints a summary. */
export async function runExport(environment: Environment, options: RunExportOptions): Promise<void> {
  const { view, format, since, until, json } = options;
  const stores = (await findRunningStores(environment)) ?? (await openOwnStores(environment, "ruaflow export"));
  try {
    await stores.records.assertSchema();
    const table = await stores.records.exports.findView(view);
    const organizationId = await findOrganization(stores, options.org);
    const folder = resolve(options.to);
    await mkdir(folder, { recursive: true });
    const range = { since, until, ...(organizationId !== null && { organizationId }) };
    const onMonth = (file: string, { reports, bytes }: { reports: number; bytes: number }) =>
      void process.stderr.write(`${file}: ${pluralize(reports, "report")}, ${toMegabytes(bytes)}\n`);
    const given = { view, format, organizationId, table, range, folder, onMonth };
    const result = await exportMonths(openSource(stores), given);
    process.stdout.write(json ? `${JSON.stringify({ folder, ...result })}\n` : toText(result, folder));
  } finally {
    await stores.stop();
  }
}

/** Servers stream the file; an engine on this machine writes it itself, for its HTTP interface holds answers in memory. */
function openSource({ records, settings: { CLICKHOUSE_URL: url } }: BareStores): ExportSource {
  const { listMonths, writeFile } = records.exports;
  if (url !== undefined) return { listMonths, writeFile: (file) => downloadFile(url, file) };
  return { listMonths, writeFile: (file) => writeFile(assertPlain(file)) };
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

function toText({ written, unchanged, removed, reports, bytes }: ExportResult, folder: string): string {
  const counts = [
    `${pluralize(written.length, "file")} written (${toMegabytes(bytes)})`,
    `${unchanged.length} unchanged`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  return `${folder}: ${counts.join(", ")}; ${pluralize(reports, "report")} in all.\n`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
