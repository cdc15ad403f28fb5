import { useState } from "preact/hooks";
import { useWrite } from "../data/use-write.ts";
import { Failed } from "../parts/states.tsx";

export const NAME_CHARS_MAX = 100;

/** Saves the view that is shown, with its filter and period. */
export function SaveView({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const create = useWrite((client, given: string) => client.savedViews.create({ name: given, address }));
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(await create.run(name.trim()))) return;
    setOpen(false);
    setName("");
  };
  if (!isOpen) {
    return (
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        Save this view
      </button>
    );
  }
  return (
    <form class="form" aria-label="Save this view" onSubmit={submit}>
      <label>
        Name of the view
        <input
          value={name}
          maxLength={NAME_CHARS_MAX}
          required
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        />
      </label>
      {create.error && <Failed what="save the view" error={create.error} />}
      <p class="actions">
        <button type="submit" disabled={create.isBusy}>
          Save
        </button>
        <button type="button" class="quiet" onClick={() => setOpen(false)}>
          Cancel
        </button>
      </p>
    </form>
  );
}
