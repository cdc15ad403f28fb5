import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { Failed } from "../../parts/states.tsx";
import type { NewOverride } from "./overrides.ts";
import type { Source } from "./source-table.tsx";

const NOTE_CHARS_MAX = 1000;

/** Says whether an address, or the service that it belongs to, is the organization's. */
export function OverrideForm({ source: { source_ip: address, service } }: { readonly source: Source }) {
  const [isOfService, setOfService] = useState(service !== null);
  const [note, setNote] = useState("");
  const write = useWrite((client, body: NewOverride) => client.senders.createOverride(body));
  const subject = isOfService && service !== null ? service : address;
  const say = (ours: boolean) =>
    write.run({
      kind: subject === address ? "source_ip" : "service",
      value: subject,
      ours,
      ...(note.trim() !== "" && { note: note.trim() }),
    });
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      {service !== null && (
        <label>
          Applies to
          <select
            value={isOfService ? "service" : "address"}
            onChange={(event) => setOfService(event.currentTarget.value === "service")}
          >
            <option value="service">all of {service}</option>
            <option value="address">the address {address} alone</option>
          </select>
        </label>
      )}
      <label>
        Note for the next reader (optional)
        <input value={note} maxLength={NOTE_CHARS_MAX} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      {write.error && <Failed what={`save whose ${subject} is`} error={write.error} />}
      <p class="actions">
        <button type="button" disabled={write.isBusy} onClick={() => say(true)}>
          {subject} is ours
        </button>
        <button type="button" disabled={write.isBusy} onClick={() => say(false)}>
          {subject} is not ours
        </button>
      </p>
    </form>
  );
}
