import type { Change } from "@ruaflow/metadata-store/watch";
import type { CopyKey } from "@ruaflow/record-store/rows";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { type CopiedTable, type CopyStores, forEachTable } from "./copied-table.ts";

/** Rows per step. */
const ROWS_MAX = 1000;
/** A change is seen when its transaction ends, up to so many microseconds later; the comparison finds what takes longer. */
const TRANSACTION_US = 10_000_000n;

/**
 * Copies what has changed since the round before, so that SQL shows it within seconds. A round begins a while before the last change,
 * and leaves out what it has sent already.
 */
export function createChangeRound(stores: CopyStores): LoopOptions["work"] {
  const tables = forEachTable(stores, (table) => createFollower(table));
  let isStarted = false;
  return async () => {
    if (!isStarted) {
      const now = BigInt(await stores.metadata.watch.readCopyClock());
      for (const { begin } of tables) begin(now);
      isStarted = true;
    }
    for (const { follow } of tables) await follow();
    return false;
  };
}

function createFollower<Row extends CopyKey>(table: CopiedTable<Row>) {
  /** The changes of the last seconds that were sent, by id. */
  let sent = new Map<string, string>();
  let last = 0n;

  async function copyAfter(since: Change): Promise<Change | null> {
    const rows = await table.read({ since, limit: ROWS_MAX });
    await table.save(rows.filter(({ id, version }) => sent.get(id) !== version));
    for (const { id, version } of rows) {
      sent.set(id, version);
      if (BigInt(version) > last) last = BigInt(version);
    }
    return rows.length === ROWS_MAX ? (rows.at(-1) ?? null) : null;
  }

  return {
    begin: (now: bigint) => {
      last = now;
    },
    async follow(): Promise<void> {
      const begin = last - TRANSACTION_US;
      sent = new Map([...sent].filter(([, version]) => BigInt(version) > begin));
      for (let since: Change | null = { version: String(begin), id: "" }; since !== null; )
        since = await copyAfter(since);
    },
  };
}
