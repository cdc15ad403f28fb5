import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { Failed } from "../../parts/states.tsx";
import type { AttentionItem } from "./reasons.ts";

const NOTE_CHARS_MAX = 1000;

/** Hides the reasons that are shown of a domain, with a note for the next reader. */
export function Acknowledge({ item: { domain_id: id, domain, reasons } }: { readonly item: AttentionItem }) {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState("");
  const names = reasons.map(({ reason }) => reason);
  const write = useWrite((client, text: string) =>
    client.attention.acknowledge(id, { reasons: names, ...(text !== "" && { note: text }) }),
  );
  const submit = (event: Event) => {
    event.preventDefault();
    write.run(note.trim());
  };
  if (!isOpen) {
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Acknowledge<span class="unseen"> what {domain} has</span>
        </button>
      </p>
    );
  }
  return (
    <form class="form" onSubmit={submit}>
      <label>
        Note for the next reader (optional)
        <input
          value={note}
          maxLength={NOTE_CHARS_MAX}
          onInput={(event) => setNote(event.currentTarget.value)}
          ref={(input) => input?.focus()}
        />
      </label>
      <p class="muted">
        Hides {names.length === 1 ? "the reason" : `these ${names.length} reasons`} until{" "}
        {names.length === 1 ? "it ends" : "they end"}, or {names.length === 1 ? "is" : "are"} twice as bad.
      </p>
      {write.error && <Failed what={`acknowledge what ${domain} has`} error={write.error} />}
      <p class="actions">
        <button type="submit" class="primary" disabled={write.isBusy}>
          Acknowledge
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          Cancel
        </button>
      </p>
    </form>
  );
}
