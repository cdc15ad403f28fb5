import type { IpData } from "@ruaflow/ip-data";
import { createBatcher } from "@ruaflow/runtime/work";
import { LRUCache } from "lru-cache";
import type { ApiContext } from "../../context.ts";
import { toDay } from "../../period.ts";
import { type AskedQuestion, derivesFromFacts } from "./derives-from-facts.ts";

/** Organizations per query. */
const TOGETHER_MAX = 1_000;

const LATEST_MS = 1_000;

interface StatesContext extends Pick<ApiContext, "metadata" | "now"> {
  readonly ipData: Pick<IpData, "describe">;
}

export type AnswerStates = ReturnType<typeof createAnswerStates>;

/** Reads what answers about reports derive from. Requests at the same time share a query; none joins one that has begun. */
export function createAnswerStates({ metadata, ipData, now }: StatesContext) {
  const together = { itemsMax: TOGETHER_MAX, bytesMax: Number.POSITIVE_INFINITY, sizeOf: () => 0, flushAfterMs: null };
  const versions = createBatcher({
    ...together,
    flush: (organizationIds: readonly string[]) => metadata.reports.readAnswerVersions(organizationIds),
  });
  const latest = new LRUCache<string, Awaited<ReturnType<typeof versions.add>>>({ max: TOGETHER_MAX, ttl: LATEST_MS });
  const ofRows = async (organizationId: string) => {
    const state = await versions.add(organizationId);
    latest.set(organizationId, state);
    return state;
  };
  const ofFacts = async () => {
    const { version, isSettled } = await versions.add(metadata.reports.sourceFacts);
    return { version: `${version} ${ipData.describe()}`, isSettled };
  };
  const factsVersions = createBatcher({
    ...together,
    async flush(asked: readonly null[]) {
      const version = await metadata.reports.readFactsVersion();
      return asked.map(() => `${version} ${ipData.describe()}`);
    },
  });
  return {
    /** What is known of all addresses: the table of sources and the data sets, without the copies in ClickHouse. */
    ofAddresses: () => factsVersions.add(null),
    /** The organization's data without facts about sources: rows in ClickHouse, domains and settings. */
    ofRows,
    /**
     * The last state that was read, if that was within a second: for who compares it with a later one, an older state is as good, and
     * finds more changes.
     */
    latestOfRows: (organizationId: string) => latest.get(organizationId),
    /**
     * The version of the organization's data, the UTC day, which periods and states of days depend on, and where the answer needs them,
     * facts about sources and the data sets of addresses.
     */
    async ofAnswer(question: AskedQuestion & { readonly organizationId: string }) {
      const own = ofRows(question.organizationId);
      const parts = await Promise.all(derivesFromFacts(question) ? [own, ofFacts()] : [own]);
      return {
        version: [toDay(now().getTime()), ...parts.map(({ version }) => version)].join(" "),
        isSettled: parts.every(({ isSettled }) => isSettled),
      };
    },
  };
}
