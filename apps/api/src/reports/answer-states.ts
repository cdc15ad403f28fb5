import { createBatcher } from "@ruaflow/runtime/work";
import type { ApiContext } from "../context.ts";
import { toDay } from "../period.ts";

/** Organizations per query. */
const TOGETHER_MAX = 1_000;

/**
 * Reads what answers about reports derive from: the version of the organization's data, the UTC day, which periods and states of days
 * depend on, and the data sets of addresses. Requests at the same time share a query; none joins one that has begun.
 */
export function createAnswerStates({ metadata, ipData, now }: Pick<ApiContext, "metadata" | "ipData" | "now">) {
  const versions = createBatcher({
    ...{ itemsMax: TOGETHER_MAX, bytesMax: Number.POSITIVE_INFINITY, sizeOf: () => 0, flushAfterMs: null },
    flush: (organizationIds: readonly string[]) => metadata.reports.readAnswerVersions(organizationIds),
  });
  return async (organizationId: string) => {
    const { version, isSettled } = await versions.add(organizationId);
    return { version: `${version} ${toDay(now().getTime())} ${ipData.describe()}`, isSettled };
  };
}
