import { useAnswer } from "../../data/use-answer.ts";
import { toDomainParameters, useFilter } from "../../filter/filter.ts";
import { formatAgo } from "../../format/dates.ts";
import { useScope } from "../../session/session.ts";

const SHOWN = 5;

/** The domains that need attention most; one question for all that the overview says of them. */
export function useAttention() {
  const { filter } = useFilter();
  const query = { ...toDomainParameters(filter), acknowledged: "false" as const, per_page: SHOWN };
  return useAnswer({
    key: ["attention", query],
    ask: (client, signal) => client.attention.list(query, { signal }),
    isReady: useScope("domains:read"),
  });
}

/** @param evaluatedAt the last round */
export function describeNoAttention(evaluatedAt: string): string {
  return `No domain needs a look. Checked ${formatAgo(evaluatedAt, new Date())}.`;
}
