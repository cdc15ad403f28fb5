import type { Change } from "@ruaflow/metadata-store/watch";
import type { CopyKey } from "@ruaflow/record-store/rows";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { type CopiedTable, type CopyStores, forEachTable } from "./copied-table.ts";

/** Rows per step. */
const ROWS_MAX = 1000;
/** A change is seen when its transaction ends, up to so many microseconds later; the comparison finds what takes longer. */
const TRANSACTION_US = 10_000_000n;

/**
 * Copies what has changed since the round before, so that SQL shows it within seconds. A round begins a while before that round, and
 * leaves out what was sent already.
 */
export function createChangeRound(stores: CopyStores): LoopOptions["work"] {
  const followers = forEachTable(stores, (table) => createFollower(table));
  let before: bigint | null = null;
  return async () => {
    const now = BigInt(await stores.metadata.watch.readCopyClock());
    // The first round sends what changes from now on.
    before ??= now;
    for (const follow of followers) await follow(before);
    before = now;
    return false;
  };
}

/** Its argument says when the round before began, in microseconds of PostgreSQL's clock. */
function createFollower<Row extends CopyKey>(table: CopiedTable<Row>): (before: bigint) => Promise<void> {
  /** The changes of the last seconds that were sent, by id. */
  let sent = new Map<string, string>();

  async function copyAfter(since: Change): Promise<Change | null> {
    const rows = await table.read({ since, limit: ROWS_MAX });
    await table.save(rows.filter(({ id, version }) => sent.get(id) !== version));
    for (const { id, version } of rows) sent.set(id, version);
    return rows.length === ROWS_MAX ? (rows.at(-1) ?? null) : null;
  }

  return async (before) => {
    const begin = before - TRANSACTION_US;
    sent = new Map([...sent].filter(([, version]) => BigInt(version) > begin));
    for (let since: Change | null = { version: String(begin), id: "" }; since !== null; )
      since = await copyAfter(since);
  };
}
