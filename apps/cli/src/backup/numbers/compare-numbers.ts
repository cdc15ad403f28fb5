import type { BareStores } from "../../stores/bare-stores.ts";
import { countDatabase } from "../database/restore-database.ts";
import type { Manifest, Numbers } from "../folder/manifest-schema.ts";

/** One number of the backup beside that of the restored stores. */
export interface ComparedNumber {
  readonly what: string;
  readonly backup: string;
  readonly restored: string;
}

/** Counts the restored stores and puts the numbers beside those of the backup. */
export async function compareNumbers(manifest: Manifest, stores: BareStores): Promise<ComparedNumber[]> {
  const { postgres, clickHouse } = manifest;
  const isCounted = (name: string) => name.startsWith("public.") && !VOLATILE.has(name);
  const tables = postgres.tables.filter(({ name }) => isCounted(name));
  const database = await countDatabase(
    stores.databaseUrl,
    tables.map(({ name }) => name),
  );
  const counts = new Map(database.tables.map(({ name, rows }) => [name, rows]));
  const { backup } = stores.records;
  const compared = tables.map(({ name, rows }) => toCompared(name, rows, counts.get(name)));
  for (const table of backup.tables) {
    const archived = clickHouse.tables.find(({ name }) => name === table);
    if (archived) compared.push(toCompared(`ClickHouse ${table}`, archived.rows, await backup.countRows(table)));
  }
  return [
    ...compareOrganizations("ledger", postgres.organizations, database.organizations),
    ...compareOrganizations("ClickHouse", clickHouse.organizations, await backup.readNumbers()),
    ...compared,
  ];
}

/** Work that was left at the backup: the end of the restore does it. */
const VOLATILE = new Set(["public.report_days_due", "public.stored_reports_due", "public.open_attempts"]);

function toCompared(what: string, backup: number, restored: number | undefined): ComparedNumber {
  return { what, backup: String(backup), restored: String(restored ?? 0) };
}

const NONE = { reports: "0", records: "0", messages: "0" };

function compareOrganizations(
  store: string,
  backup: readonly Numbers[],
  restored: readonly Numbers[],
): ComparedNumber[] {
  const ids = [...new Set([...backup, ...restored].map(({ organizationId }) => organizationId))].sort();
  return ids.flatMap((id) => {
    const one = backup.find(({ organizationId }) => organizationId === id) ?? NONE;
    const other = restored.find(({ organizationId }) => organizationId === id) ?? NONE;
    return (["reports", "records", "messages"] as const).map((name) => ({
      what: `${id} ${name} (${store})`,
      backup: one[name],
      restored: other[name],
    }));
  });
}

/** Those that are not equal. */
export function listDifferent(compared: readonly ComparedNumber[]): ComparedNumber[] {
  return compared.filter(({ backup, restored }) => backup !== restored);
}
