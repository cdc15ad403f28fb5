import type { Client } from "@ruaflow/client";
import { useAnswer } from "./use-answer.ts";

type Question = "readAggregate" | "readSourceGroups" | "readFailureGroups";
type Query<Name extends Question> = NonNullable<Parameters<Client["reports"][Name]>[0]>;

/** Totals and days of the mail that a query selects. Views that ask the same share an answer. */
export function useAggregate(query: Query<"readAggregate">, isReady = true) {
  return useAnswer({
    key: ["aggregate", query],
    ask: (client, signal) => client.reports.readAggregate(query, { signal }),
    isReady,
  });
}

/** Mail in groups of its sources. */
export function useSourceGroups(query: Query<"readSourceGroups">, isReady = true) {
  return useAnswer({
    key: ["source-groups", query],
    ask: (client, signal) => client.reports.readSourceGroups(query, { signal }),
    isReady,
  });
}

/** Failed messages in groups. */
export function useFailureGroups(query: Query<"readFailureGroups">) {
  return useAnswer({
    key: ["failure-groups", query],
    ask: (client, signal) => client.reports.readFailureGroups(query, { signal }),
  });
}
