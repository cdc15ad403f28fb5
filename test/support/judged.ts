import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { expect } from "vitest";

/** Waits until no report waits to be stored and no source waits for its verdict: answers stay as they are. */
export async function waitUntilJudged(dataDir: string): Promise<void> {
  const database = (await findRunningOwner(join(dataDir, "postgres")))?.url ?? expect.fail("PostgreSQL is not running");
  const waiting = `SELECT (SELECT count(*)::int FROM report_ledger WHERE state = 'pending') AS reports,
    (SELECT count(*)::int FROM verdict_queue) AS domains, (SELECT count(*)::int FROM changed_facts) AS facts`;
  const readWaiting = () => executeSql(database, waiting);
  await expect.poll(readWaiting, { timeout: 120_000, interval: 200 }).toEqual([{ reports: 0, domains: 0, facts: 0 }]);
}
