import type { RecordStore } from "@ruaflow/record-store";
import { listGiven } from "@ruaflow/record-store/filters";
import type { Filter } from "@ruaflow/record-store/questions";
import type { AnswerStates } from "./answer-states.ts";
import { createRowCache, pack, packStream, unpack, unpackStream } from "./row-cache.ts";

/** A list of the store: its items, which are read on demand, and the sums over all of them. */
interface List<Item, Sums> {
  readonly items: AsyncGenerator<Item, void, undefined>;
  readonly sums: Sums;
}

/**
 * The same store, which caches what it answered about sources, failures, records, verdicts and stated policies as long as the organization's rows
 * have not changed. Whole answers are cached as well, but they end with each fact that is found about a source, every few seconds while new
 * addresses come: then only the facts are read again.
 */
export function cacheRows(records: RecordStore, states: Pick<AnswerStates, "ofRows">): RecordStore {
  const ask = createRowCache(states);

  async function list<Item, Sums>(
    { organizationId, name, options }: { organizationId: string; name: string; options: Filter },
    readNow: () => Promise<List<Item, Sums>>,
  ): Promise<List<Item, Sums>> {
    if (asksForFacts(options)) return readNow();
    const { cached, save } = await ask(organizationId, [name, options]);
    const [first, ...rest] = cached ?? [];
    if (first !== undefined) return { items: unpackStream(rest), sums: unpack(first) };
    const { items, sums } = await readNow();
    return { items: packStream(items, (pieces) => void save([pack(sums), ...pieces])), sums };
  }

  async function lookUp<Found>(
    { organizationId, name, ids }: { organizationId: string; name: string; ids: readonly unknown[] },
    readNow: () => Promise<Found>,
  ): Promise<Found> {
    if (ids.length === 0) return readNow();
    const { cached: [piece] = [], save } = await ask(organizationId, [name, ids]);
    if (piece !== undefined) return unpack(piece);
    const found = await readNow();
    void save([pack(found)]);
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
    listRecords(organizationId, options) {
      const readNow = () => records.listRecords(organizationId, options);
      return asksForFacts(options) ? readNow() : lookUp({ organizationId, name: "records", ids: [options] }, readNow);
    },
    readPolicies(organizationId, reports) {
      const ids = reports.map(({ reportId }) => reportId);
      return lookUp({ organizationId, name: "policies", ids }, () => records.readPolicies(organizationId, reports));
    },
    readVerdicts(organizationId, keys) {
      const ids = keys.map(({ domainId, sourceIp }) => `${domainId} ${sourceIp}`);
      return lookUp({ organizationId, name: "verdicts", ids }, () => records.readVerdicts(organizationId, keys));
    },
    readReportedPolicies: (organizationId, domains) =>
      lookUp({ organizationId, name: "reported policies", ids: domains }, () =>
        records.readReportedPolicies(organizationId, domains),
      ),
  };
}

/** Whether a filter is a condition on facts about sources, of which the store has copies. */
function asksForFacts({ records = {} }: Filter): boolean {
  return listGiven(records).some(({ entry }) => entry.needsFacts);
}
