import type { DatabaseSnapshot } from "@ruaflow/metadata-store/backup";
import type { RecordStore } from "@ruaflow/record-store";
import { writeArchive } from "./archive-file.ts";
import { toDatabaseFile, toRowsFile } from "./known-names.ts";
import type { ArchivedTable, Numbers } from "./manifest-schema.ts";

interface Context {
  readonly folder: string;
  readonly snapshot: DatabaseSnapshot;
  readonly onTable: (name: string, rows: number) => void;
}

/** Writes every table of PostgreSQL as it was at the snapshot. */
export async function exportDatabase({ folder, snapshot, onTable }: Context): Promise<ArchivedTable[]> {
  const archived: ArchivedTable[] = [];
  for (const { name, columns } of snapshot.tables) {
    let file = { file: "", bytes: 0, sha256: "" };
    const rows = await snapshot.copyTable({ name, columns }, async (bytes) => {
      file = await writeArchive(folder, toDatabaseFile(name), bytes);
    });
    archived.push({ ...file, name, columns: [...columns], rows });
    onTable(name, rows);
  }
  return archived;
}

type Access = RecordStore["backup"];
type TableName = Access["tables"][number];
type ExportedRows = Awaited<ReturnType<ReturnType<Access["exportRows"]>["next"]>>["value"];

/** Writes the rows of ClickHouse that belong to the snapshot, and counts them by organization. */
export async function exportRows(access: Access, { folder, snapshot, onTable }: Context) {
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
