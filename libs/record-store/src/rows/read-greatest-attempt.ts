import type { Engine } from "../engine/engine.ts";
import { maintenanceSettings } from "../engine/read-settings.ts";

/** The greatest attempt of all rows of all organizations; 0 without rows. Reads one column of both tables. */
export async function readGreatestAttempt(engine: Engine): Promise<bigint> {
  const [row] = await engine.select<{ attempt: string }>(query, {});
  return BigInt(row?.attempt ?? 0);
}

const query = `SELECT toString(greatest((SELECT max(attempt) FROM records), (SELECT max(attempt) FROM reports))) AS attempt
${maintenanceSettings}`;
