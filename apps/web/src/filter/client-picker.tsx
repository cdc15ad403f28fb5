import { useState } from "preact/hooks";
import { useAnswer } from "../data/use-answer.ts";
import { useScope } from "../session/session.ts";
import { Picker } from "./picker.tsx";

interface ClientPickerProps {
  readonly chosen: string | undefined;
  choose(client: string | undefined): void;
}

/** Shown at once: the first in the order of names that fit what is typed. */
const SUGGESTIONS = 100;

/** One client, by the reference that its domains have. Left out as long as no domain has one. */
export function ClientPicker({ chosen, choose }: ClientPickerProps) {
  const mayList = useScope("domains:read");
  const [search, setSearch] = useState("");
  const query = { per_page: SUGGESTIONS, ...(search !== "" && { search }) };
  const found = useAnswer({
    key: ["clients", query],
    ask: (api, signal) => api.domains.listClients(query, { signal }),
    isReady: mayList,
  });
  const options = (found.data?.data ?? []).map(({ client_reference: reference }) => reference);
  // It is there until it is known that there are none: what comes later would move the view.
  const hasNone = !mayList || (found.data !== undefined && options.length === 0);
  if (hasNone && chosen === undefined && search === "") return null;
  return (
    <Picker
      label="Client"
      all="all clients"
      chosen={chosen === undefined ? undefined : { value: chosen, text: chosen }}
      options={options.map((text) => ({ value: text, text }))}
      search={setSearch}
      choose={choose}
    />
  );
}
