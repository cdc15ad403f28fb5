import { openDatabase } from "@ruaflow/postgres";

export interface ServerStatus {
  /** As PostgreSQL shows it, e.g. `18.1`. */
  readonly version: string;
  /** Positive where this process's clock is ahead of PostgreSQL's. Half of the round trip is taken off. */
  readonly clockAheadMs: number;
}

/** Asks the PostgreSQL server about itself, whatever its schema. */
export async function readServerStatus(url: string): Promise<ServerStatus> {
  const database = openDatabase(url, 1);
  try {
    const [settings] = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const before = Date.now();
    const [clock] = await database.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    const halfway = (before + Date.now()) / 2;
    return {
      version: settings?.version ?? "",
      clockAheadMs: Math.round(halfway - (clock?.now.getTime() ?? halfway)),
    };
  } finally {
    await database.close();
  }
}
