import { useState } from "preact/hooks";
import { useAnswer } from "../data/use-answer.ts";
import { toDomainText } from "../format/idn.ts";
import { useScope } from "../session/session.ts";
import { Picker } from "./picker.tsx";

interface DomainPickerProps {
  readonly chosen: string | undefined;
  readonly client: string | undefined;
  choose(domainId: string | undefined): void;
}

const SUGGESTIONS = 20;

/** One domain of up to thousands: what is typed is searched for in the service. Left out if the key may not list domains. */
export function DomainPicker({ chosen, client, choose }: DomainPickerProps) {
  const mayList = useScope("domains:read");
  const [search, setSearch] = useState<string | null>(null);
  const domain = useAnswer({
    key: ["domain", chosen],
    ask: (api, signal) => api.domains.read(chosen ?? "", { signal }),
    isReady: chosen !== undefined && mayList,
  });
  const query = {
    per_page: SUGGESTIONS,
    ...(search && { search }),
    ...(client !== undefined && { client_reference: client }),
  };
  const found = useAnswer({
    key: ["domains", query],
    ask: (api, signal) => api.domains.list(query, { signal }),
    isReady: search !== null && mayList,
  });
  const name = domain.data?.data.domain ?? chosen;
  if (!mayList) return null;
  return (
    <Picker
      label="Domain"
      all="all domains"
      chosen={chosen === undefined || name === undefined ? undefined : { value: chosen, text: toDomainText(name) }}
      options={(found.data?.data ?? []).map(({ id, domain: text }) => ({ value: id, text: toDomainText(text) }))}
      search={setSearch}
      choose={choose}
    />
  );
}
