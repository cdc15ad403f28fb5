import type { Client } from "@ruaflow/client";
import { useAnswer } from "../../data/use-answer.ts";
import { Choices } from "../../parts/choices.tsx";
import { describeReason, type ReasonName, reasonNames } from "./reasons.ts";

interface ReasonChoicesProps {
  /** Without a reason: the numbers of the others would be 0. */
  readonly query: Parameters<Client["attention"]["list"]>[0];
  readonly chosen: ReasonName | undefined;
}

/** Limits the list to one reason; each with the number of its domains. */
export function ReasonChoices({ query, chosen }: ReasonChoicesProps) {
  const one = { ...query, per_page: 1 };
  const asked = useAnswer({
    key: ["attention", one],
    ask: (client, signal) => client.attention.list(one, { signal }),
  });
  const counts = asked.data?.meta.counts;
  if (counts === undefined) return null;
  const shown = reasonNames.filter((name) => counts[name] > 0 || name === chosen);
  if (shown.length === 0) return null;
  return (
    <Choices
      label="Why"
      choices={shown.map((name) => ({
        text: describeReason(name),
        count: counts[name],
        isChosen: name === chosen,
        choose: { reason: name },
        leave: { reason: undefined },
      }))}
    />
  );
}
