import type { Engine, QueryParams } from "../engine/engine.ts";

export interface Deletion {
  readonly table: string;
  readonly where: string;
  readonly params: QueryParams;
}

/**
 * Deletes rows and waits until they are gone. The time depends on the number of parts of the whole table, for the
 * engine rewrites each part with such rows and copies all others. Without such rows it costs little.
 */
export async function deleteRows(engine: Engine, { table, where, params }: Deletion): Promise<void> {
  const found = await engine.select(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`, params);
  if (found.length === 0) return;
  await engine.command(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 2`, params);
}
