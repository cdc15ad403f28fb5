import type { Database } from "@ruaflow/postgres";
import { RowChange } from "@ruaflow/runtime/row-change";
import { CHANGES_LAST } from "./answer-versions.ts";

/** How often to ask whether a change that failed has ended. */
const SETTLE_EVERY_MS = 1_000;

interface Announced {
  readonly change: RowChange;
  /** Rows of `row_changes`. */
  readonly ids: readonly string[];
}

/** Runs work that changes rows in ClickHouse. */
export type WhileRowsChange = <Result>(
  organizationIds: readonly string[],
  work: (change: RowChange) => Promise<Result>,
) => Promise<Result>;

/**
 * Announces changes of rows in ClickHouse that answers may already have. Functions of the record store demand the {@link RowChange}, so no row
 * changes without it, except those that a writer inserts between T1 and T2. Answers from before the change are outdated, and
 * answers computed during it are not cached.
 *
 * A change that failed counts until ClickHouse says that it does nothing more of it; then the version advances once more. The change of a
 * process that died counts for an hour.
 */
export function createRowChanges(database: Database): WhileRowsChange {
  /** Changes that failed, and that ClickHouse may still be making. */
  const unsettled = new Set<Announced>();
  let timer: NodeJS.Timeout | null = null;

  async function settleAll(): Promise<void> {
    for (const announced of unsettled) {
      if (!(await announced.change.isSettled().catch(() => false))) continue;
      await withdraw(database, announced);
      unsettled.delete(announced);
    }
  }

  /** Asks until all have ended: the work may be repeated by another process, or by none. Keeps no process alive. */
  function settleLater(): void {
    if (timer !== null || unsettled.size === 0) return;
    timer = setTimeout(async () => {
      await settleAll().catch(() => undefined);
      timer = null;
      settleLater();
    }, SETTLE_EVERY_MS).unref();
  }

  /** Of work that an outage makes fail once a second, the last change counts. */
  async function keepLast(failed: Announced): Promise<void> {
    for (const one of unsettled) {
      if (!failed.change.supersedes(one.change)) continue;
      await withdraw(database, one);
      unsettled.delete(one);
    }
  }

  async function end(announced: Announced): Promise<void> {
    announced.change.end();
    if (announced.change.isUncertain()) await keepLast(announced).finally(() => unsettled.add(announced));
    else await withdraw(database, announced);
  }

  return async function whileRowsChange<Result>(
    organizationIds: readonly string[],
    work: (change: RowChange) => Promise<Result>,
  ): Promise<Result> {
    const announced = await announce(database, organizationIds);
    try {
      const result = await work(announced.change);
      await end(announced);
      // Others have ended as well: ClickHouse has answered just now.
      await settleAll().catch(() => undefined);
      return result;
    } catch (error) {
      await end(announced).catch(() => unsettled.add(announced));
      throw error;
    } finally {
      settleLater();
    }
  };
}

async function announce(database: Database, organizationIds: readonly string[]): Promise<Announced> {
  await database.query(
    `DELETE FROM row_changes WHERE organization_id = ANY($1) AND begun_at <= now() - ${CHANGES_LAST}`,
    [organizationIds],
  );
  const rows = await database.query<{ id: string }>(
    "INSERT INTO row_changes (organization_id) SELECT DISTINCT unnest($1::text[]) RETURNING id",
    [organizationIds],
  );
  return { change: new RowChange(organizationIds), ids: rows.map(({ id }) => id) };
}

async function withdraw(database: Database, { ids }: Announced): Promise<void> {
  await database.query("DELETE FROM row_changes WHERE id = ANY($1)", [ids]);
}
