import { createBatcher } from "@ruaflow/runtime/work";
import type { ApiContext } from "../context.ts";
import { toDay } from "../period.ts";
import { type AskedQuestion, derivesFromFacts } from "./derives-from-facts.ts";

/** Organizations per query. */
const TOGETHER_MAX = 1_000;

export type AnswerStates = ReturnType<typeof createAnswerStates>;

/** Reads what answers about reports derive from. Requests at the same time share a query; none joins one that has begun. */
export function createAnswerStates({ metadata, ipData, now }: Pick<ApiContext, "metadata" | "ipData" | "now">) {
  const versions = createBatcher({
    ...{ itemsMax: TOGETHER_MAX, bytesMax: Number.POSITIVE_INFINITY, sizeOf: () => 0, flushAfterMs: null },
    flush: (organizationIds: readonly string[]) => metadata.reports.readAnswerVersions(organizationIds),
  });
  const ofFacts = async () => {
    const { version, isSettled } = await versions.add(metadata.reports.sourceFacts);
    return { version: `${version} ${ipData.describe()}`, isSettled };
  };
  return {
    /** The organization's data without facts about sources: rows in ClickHouse, domains and settings. */
    ofRows: (organizationId: string) => versions.add(organizationId),
    /**
     * The version of the organization's data, the UTC day, which periods and states of days depend on, and where the answer needs them,
     * facts about sources and the data sets of addresses.
     */
    async ofAnswer(question: AskedQuestion & { readonly organizationId: string }) {
      const own = versions.add(question.organizationId);
      const parts = await Promise.all(derivesFromFacts(question) ? [own, ofFacts()] : [own]);
      return {
        version: [toDay(now().getTime()), ...parts.map(({ version }) => version)].join(" "),
        isSettled: parts.every(({ isSettled }) => isSettled),
      };
    },
  };
}
