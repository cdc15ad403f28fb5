import { useState } from "preact/hooks";
import { useAnswer } from "../data/use-answer.ts";
import { Picker } from "./picker.tsx";

interface LabelPickerProps {
  readonly chosen: string | undefined;
  choose(label: string | undefined): void;
}

/** Shown at once: the first in the order of names that fit what is typed. */
const SUGGESTIONS = 100;

/** One label that domains have. */
export function LabelPicker({ chosen, choose }: LabelPickerProps) {
  const [search, setSearch] = useState<string | null>(null);
  const query = { per_page: SUGGESTIONS, ...(search && { search }) };
  const found = useAnswer({
    key: ["labels", query],
    ask: (api, signal) => api.domains.listLabels(query, { signal }),
    isReady: search !== null,
  });
  return (
    <Picker
      label="Label"
      all="all labels"
      chosen={chosen === undefined ? undefined : { value: chosen, text: chosen }}
      options={(found.data?.data ?? []).map(({ label }) => ({ value: label, text: label }))}
      search={setSearch}
      choose={choose}
    />
  );
}
