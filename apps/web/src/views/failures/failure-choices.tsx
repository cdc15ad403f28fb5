import { useFailureGroups } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import { toNoSenderChange, toSenderChange } from "../../filter/sender-filter.ts";
import { Choices } from "../../parts/choices.tsx";

/** Limits the list to one class; each with its failed messages of the period. */
export function ClassChoices({ chosen }: { readonly chosen: string | undefined }) {
  const { parameters } = useFilter();
  const query = { ...parameters, group_by: "class" as const };
  const asked = useFailureGroups(query);
  const groups = asked.data?.data ?? [];
  if (groups.length === 0) return null;
  return (
    <Choices
      label="Class"
      choices={groups.map(({ key, failure_count: count }) => ({
        text: key ?? "",
        count,
        isChosen: chosen === key,
        choose: toSenderChange("class", key),
        leave: toNoSenderChange("class"),
      }))}
    />
  );
}
