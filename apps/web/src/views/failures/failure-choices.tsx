import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { toNoSenderChange, toSenderChange } from "../../filter/sender-filter.ts";
import { Choices } from "../../parts/choices.tsx";

interface FailureChoicesProps {
  readonly by: "class" | "service";
  /** Empty: no known service. */
  readonly chosen: string | undefined;
}

interface Group {
  readonly key: string | null;
  /** Absent: it is chosen, and not among the largest. */
  readonly failure_count?: number;
}

/** More are in the view of sources. */
const SHOWN = 8;
const LABELS = { class: "Class", service: "Service" };

/** Limits the list to one class or service; each with its failed messages of the period. */
export function FailureChoices({ by, chosen }: FailureChoicesProps) {
  const { parameters } = useFilter();
  const query = { ...parameters, group_by: by, per_page: SHOWN };
  const asked = useAnswer({
    key: ["failure-groups", query],
    ask: (client, signal) => client.reports.readFailureGroups(query, { signal }),
  });
  const groups: readonly Group[] = asked.data?.data ?? [];
  const isMissing = chosen !== undefined && !groups.some(({ key }) => (key ?? "") === chosen);
  const shown = isMissing ? [...groups, { key: chosen || null }] : groups;
  if (shown.length === 0) return null;
  return (
    <Choices
      label={LABELS[by]}
      choices={shown.map(({ key, failure_count: count }) => ({
        text: key ?? "none known",
        ...(count !== undefined && { count }),
        isChosen: chosen === (key ?? ""),
        choose: toSenderChange(by, key),
        leave: toNoSenderChange(by),
      }))}
    />
  );
}
