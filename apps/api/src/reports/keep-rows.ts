import { hash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { RecordStore } from "@ruaflow/record-store";
import type { Filter, RecordFilter } from "@ruaflow/record-store/questions";
import { createFairMemory } from "@ruaflow/runtime/fair-memory";
import type { AnswerStates } from "./answer-states.ts";

/** What the store answered, compressed. */
interface KeptRows {
  /** Of the rows that it derives from. */
  readonly version: string;
  readonly rows: Uint8Array;
}

interface Asked<Rows> {
  readonly kept: Rows | undefined;
  /** Keeps what was read after the question was asked, unless rows have changed since. */
  keep(rows: Rows): Promise<void>;
}

const MIB = 2 ** 20;
const LIMITS = { all: 16 * MIB, owner: 4 * MIB };
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A longer list is not kept: it is read piece by piece, so that it is never in memory as a whole. */
const ROWS_MAX = 1_000;

/** Whether a filter is a condition on facts about sources, of which the store has copies. */
const ASKS_FOR_FACTS: Readonly<Record<keyof RecordFilter, boolean>> = {
  ...{ sourceIp: false, headerFrom: false, selector: false, dkimDomain: false, spfDomain: false, disposition: false },
  ...{ dmarcPass: false, senders: false, sourceOrganization: true, country: true },
};

/** A list of the store: its items, which are read on demand, and the sums over all of them. */
interface List<Item, Sums> {
  readonly items: AsyncGenerator<Item, void, undefined>;
  readonly sums: Sums;
}

/** Kept as an answer is: when the version was the same, and settled, before and after. */
function createRowMemory({ ofRows }: Pick<AnswerStates, "ofRows">) {
  const sizeOf = ({ version, rows }: KeptRows) => 2 * version.length + rows.length;
  const memory = createFairMemory<KeptRows>({ ...LIMITS, sizeOf });
  return async <Rows>(organizationId: string, question: readonly unknown[]): Promise<Asked<Rows>> => {
    const key = { owner: organizationId, name: hash("sha256", JSON.stringify(question), "base64url") };
    const { version, isSettled } = await ofRows(organizationId);
    const found = memory.find(key);
    return {
      kept: found?.version === version ? unpack(found.rows) : undefined,
      async keep(rows) {
        if (!isSettled) return;
        const after = await ofRows(organizationId).catch(() => undefined);
        if (after?.isSettled && after.version === version) memory.keep(key, { version, rows: pack(rows) });
      },
    };
  };
}

/**
 * The same store, which keeps what it answered about sources, failures and stated policies as long as the organization's rows have not
 * changed. Whole answers are kept as well, but they end with each fact that is found about a source, every few seconds while new
 * addresses come: then only the facts are read again.
 */
export function keepRows(records: RecordStore, states: Pick<AnswerStates, "ofRows">): RecordStore {
  const ask = createRowMemory(states);

  async function list<Item, Sums>(
    { organizationId, name, options }: { organizationId: string; name: string; options: Filter },
    readNow: () => Promise<List<Item, Sums>>,
  ): Promise<List<Item, Sums>> {
    if (asksForFacts(options)) return readNow();
    const { kept, keep } = await ask<{ items: Item[]; sums: Sums }>(organizationId, [name, options]);
    if (kept !== undefined) return { items: toStream(kept.items), sums: kept.sums };
    const { items, sums } = await readNow();
    return { items: collect(items, (all) => void keep({ items: all, sums })), sums };
  }

  async function lookUp<Found>(
    { organizationId, name, ids }: { organizationId: string; name: string; ids: readonly unknown[] },
    readNow: () => Promise<ReadonlyMap<string, Found>>,
  ): Promise<ReadonlyMap<string, Found>> {
    if (ids.length === 0) return new Map();
    const { kept, keep } = await ask<ReadonlyMap<string, Found>>(organizationId, [name, ids]);
    if (kept !== undefined) return kept;
    const found = await readNow();
    void keep(found);
    return found;
  }

  return {
    ...records,
    async listSources(organizationId, options) {
      const { items, sums } = await list({ organizationId, name: "sources", options }, async () => {
        const { sources, ...rest } = await records.listSources(organizationId, options);
        return { items: sources, sums: rest };
      });
      return { sources: items, ...sums };
    },
    async listFailures(organizationId, options) {
      const { items, sums } = await list({ organizationId, name: "failures", options }, async () => {
        const { failures, ...rest } = await records.listFailures(organizationId, options);
        return { items: failures, sums: rest };
      });
      return { failures: items, ...sums };
    },
    readPolicies(organizationId, reports) {
      const ids = reports.map(({ reportId }) => reportId);
      return lookUp({ organizationId, name: "policies", ids }, () => records.readPolicies(organizationId, reports));
    },
    readReportedPolicies: (organizationId, domains) =>
      lookUp({ organizationId, name: "reported policies", ids: domains }, () =>
        records.readReportedPolicies(organizationId, domains),
      ),
  };
}

function asksForFacts({ records = {} }: Filter): boolean {
  return Object.keys(records).some((name) => ASKS_FOR_FACTS[name as keyof RecordFilter] !== false);
}

async function* toStream<Item>(items: readonly Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

/** The same items, which are handed over once all of them have been read, unless there are too many. */
async function* collect<Item>(
  items: AsyncGenerator<Item, void, undefined>,
  onEnd: (all: Item[]) => void,
): AsyncGenerator<Item, void, undefined> {
  const held: Item[] = [];
  for await (const item of items) {
    if (held.length <= ROWS_MAX) held.push(item);
    yield item;
  }
  if (held.length <= ROWS_MAX) onEnd(held);
}

function pack(rows: unknown): Uint8Array {
  return zstdCompressSync(serialize(rows), COMPRESSION);
}

function unpack<Rows>(rows: Uint8Array): Rows {
  return deserialize(zstdDecompressSync(rows));
}
