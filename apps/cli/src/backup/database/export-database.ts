import { writeArchive } from "../folder/archive-file.ts";
import { toDatabaseFile } from "../folder/known-names.ts";
import type { ArchivedTable } from "../folder/manifest-schema.ts";
import type { DatabaseSnapshot } from "./snapshot.ts";

export interface ExportContext {
  readonly folder: string;
  readonly snapshot: DatabaseSnapshot;
  readonly onTable: (name: string, rows: number) => void;
}

/** Writes every table of PostgreSQL as it was at the snapshot. */
export async function exportDatabase({ folder, snapshot, onTable }: ExportContext): Promise<ArchivedTable[]> {
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
