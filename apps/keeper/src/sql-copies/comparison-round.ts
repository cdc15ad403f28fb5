import type { CopyKey } from "@ruaflow/record-store/rows";
import type { LoopOptions } from "@ruaflow/runtime/work";
import { restAfter } from "../sources/rest.ts";
import { type CopiedTable, type CopyStores, forEachTable } from "./copied-table.ts";

/** Rows per step. */
const ROWS_MAX = 5000;
/** Greater than every id. */
const END = "\u{10ffff}";

/**
 * Compares all rows with their copies by version, and sends what differs: what was there before there were copies, what a crash or a
 * restore has prevented, and what PostgreSQL no longer has. Each step rests ten times as long as it took.
 */
export function createComparisonRound(stores: CopyStores): LoopOptions["work"] {
  const steps = forEachTable(stores, (table) => createStep(table));
  let current = 0;
  return async (stopping) => {
    const startedAt = performance.now();
    const isMore = (await steps[current]?.()) ?? false;
    if (!isMore) current = (current + 1) % steps.length;
    const hasMore = isMore || current !== 0;
    if (hasMore) await restAfter(startedAt, stopping);
    return hasMore;
  };
}

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Its last id, or the end. */
  readonly until: string;
}

function isLostFrom({ rows, until }: Page<CopyKey>): (copy: CopyKey) => boolean {
  const living = new Set(rows.map(({ id }) => id));
  return ({ id }) => id <= until && !living.has(id);
}

/** Compares the next rows of a table in the order of ids, and says whether there are more. */
function createStep<Row extends CopyKey>({ read, save, remove, listCopies }: CopiedTable<Row>) {
  let after = "";

  async function readPage(): Promise<Page<Row>> {
    const rows = await read({ afterId: after, limit: ROWS_MAX });
    return { rows, until: rows.length === ROWS_MAX ? (rows.at(-1)?.id ?? END) : END };
  }

  return async (): Promise<boolean> => {
    const page = await readPage();
    const copies = await listCopies({ after, until: page.until });
    const copied = new Map(copies.map(({ id, version }) => [id, version]));
    await save(page.rows.filter(({ id, version }) => copied.get(id) !== version));
    if (copies.some(isLostFrom(page))) {
      // Asked again: what was added and copied between the two answers is not lost.
      const lost = copies.filter(isLostFrom(await readPage()));
      await remove(lost.map((key) => ({ ...key, version: String(BigInt(key.version) + 1n) })));
    }
    const isMore = page.until !== END;
    after = isMore ? page.until : "";
    return isMore;
  };
}
