import type { RecordStore } from "@ruaflow/record-store";
import type { ExportContext } from "../database/export-database.ts";
import type { DatabaseSnapshot } from "../database/snapshot.ts";
import { readLines, writeArchive } from "../folder/archive-file.ts";
import { toRowsFile } from "../folder/known-names.ts";
import type { ArchivedTable, Manifest, Numbers } from "../folder/manifest-schema.ts";

type Access = RecordStore["backup"];
type TableName = Access["tables"][number];
type ExportedRows = Awaited<ReturnType<ReturnType<Access["exportRows"]>["next"]>>["value"];

/** Writes the rows of ClickHouse that belong to the snapshot, and counts them by organization. */
export async function exportRows(access: Access, { folder, snapshot, onTable }: ExportContext) {
  const sums = new Map<string, { reports: bigint; records: bigint; messages: bigint }>();
  const tables: ArchivedTable[] = [];
  for (const table of access.tables) {
    const columns = await access.listColumns(table);
    if (columns.length === 0) continue;
    let rows = 0;
    async function* lines() {
      for await (const page of access.exportRows(table, columns)) {
        const kept = await keepRows(table, page, snapshot);
        rows += kept.length;
        addUp(table, kept, sums);
        yield kept.map(({ line }) => `${line}\n`).join("");
      }
    }
    const file = await writeArchive(folder, toRowsFile(table), lines());
    tables.push({ ...file, name: table, columns: [...columns], rows });
    onTable(`ClickHouse ${table}`, rows);
  }
  return { tables, organizations: toNumbers(sums) };
}

type Row = NonNullable<ExportedRows>[number];

/**
 * Rows of later attempts than the snapshot's last are of reports that its ledger does not know: they arrive again. Unless
 * it knows the report: then a repair wrote its rows once more. A domain that the snapshot has must not be hidden.
 */
async function keepRows(table: TableName, rows: readonly Row[], snapshot: DatabaseSnapshot): Promise<readonly Row[]> {
  if (table === "deleted_domains") {
    const living = await snapshot.findLivingDomains(rows.map(({ domainId }) => domainId));
    return rows.filter(({ domainId }) => !living.has(domainId));
  }
  const { lastAttempt } = snapshot;
  if (lastAttempt === null) return rows;
  const late = rows.filter(({ attempt }) => attempt > lastAttempt).map(({ reportId }) => reportId);
  const known = await snapshot.findReports([...new Set(late)]);
  return rows.filter(({ attempt, reportId }) => attempt <= lastAttempt || known.has(reportId));
}

type Sums = Map<string, { reports: bigint; records: bigint; messages: bigint }>;

function addUp(table: TableName, rows: readonly Row[], sums: Sums): void {
  if (table === "deleted_domains") return;
  for (const { organizationId, messages } of rows) {
    const sum = sums.get(organizationId) ?? { reports: 0n, records: 0n, messages: 0n };
    if (table === "reports") sum.reports += 1n;
    else sum.records += 1n;
    // As ClickHouse adds: counts can be forged.
    sum.messages = BigInt.asUintN(64, sum.messages + messages);
    sums.set(organizationId, sum);
  }
}

function toNumbers(sums: Sums): Numbers[] {
  return [...sums]
    .map(([organizationId, { reports, records, messages }]) => ({
      organizationId,
      reports: String(reports),
      records: String(records),
      messages: String(messages),
    }))
    .sort((one, other) => (one.organizationId < other.organizationId ? -1 : 1));
}

/**
 * Creates the tables of ClickHouse anew and inserts all rows of the backup. May be repeated.
 * @throws Error when a file has another number of rows than the manifest says
 */
export async function importRows(
  { backup, migrate }: RecordStore,
  { clickHouse }: Manifest,
  { folder, onStep }: { readonly folder: string; readonly onStep: (text: string) => void },
): Promise<void> {
  await backup.clear();
  await migrate();
  for (const { name, columns, file, rows } of clickHouse.tables) {
    const table = backup.tables.find((one) => one === name);
    if (table === undefined) throw new Error(`${name} is not a table of this release`);
    const imported = await backup.importRows({ table, columns }, readLines(folder, file));
    if (imported !== rows) throw new Error(`${file} has ${imported} rows, the manifest says ${rows}`);
    onStep(`ClickHouse ${name}: ${rows} rows`);
  }
}
