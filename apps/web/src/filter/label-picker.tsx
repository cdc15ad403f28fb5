import { useState } from "preact/hooks";
import { useAnswer } from "../data/use-answer.ts";
import { Picker } from "./picker.tsx";

interface LabelPickerProps {
  readonly chosen: string | undefined;
  choose(label: string | undefined): void;
}

const SUGGESTIONS = 100;

/** One label that domains have. */
export function LabelPicker({ chosen, choose }: LabelPickerProps) {
  const [search, setSearch] = useState<string | null>(null);
  const query = { per_page: SUGGESTIONS, ...(search && { search }) };
  const found = useAnswer({
    key: ["domains", query],
    ask: (api, signal) => api.domains.list(query, { signal }),
    isReady: search !== null,
  });
  const labels = new Set((found.data?.data ?? []).flatMap((domain) => domain.labels));
  return (
    <Picker
      label="Label"
      all="all labels"
      chosen={chosen === undefined ? undefined : { value: chosen, text: chosen }}
      options={[...labels].toSorted().map((text) => ({ value: text, text }))}
      search={setSearch}
      choose={choose}
    />
  );
}
