import { useState } from "preact/hooks";
import { useWrite } from "../data/use-write.ts";
import { Failed } from "../parts/states.tsx";
import { NAME_CHARS_MAX } from "./save-view.tsx";
import type { SavedView } from "./saved-view.ts";

/** Renames or deletes a saved view; nothing but its name and address is lost. */
export function EditView({ view: { id, name } }: { readonly view: SavedView }) {
  const [text, setText] = useState(name);
  const rename = useWrite((client, given: string) => client.savedViews.rename(id, { name: given }));
  const remove = useWrite((client) => client.savedViews.delete(id));
  const error = rename.error ?? remove.error;
  const submit = (event: Event) => {
    event.preventDefault();
    rename.run(text.trim());
  };
  return (
    <form class="edit-view" aria-label={`Edit ${name}`} onSubmit={submit}>
      <input
        aria-label={`Name of ${name}`}
        value={text}
        maxLength={NAME_CHARS_MAX}
        required
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="quiet" disabled={rename.isBusy || text.trim() === name}>
        Rename<span class="unseen"> {name}</span>
      </button>
      <button type="button" class="quiet" disabled={remove.isBusy} onClick={() => remove.run(undefined)}>
        Delete<span class="unseen"> {name}</span>
      </button>
      {error && <Failed what={`change ${name}`} error={error} />}
    </form>
  );
}
