import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { moveActive } from "./active.ts";
import { FindList, toOptionId } from "./find-list.tsx";
import { SEARCH_CHARS_MAX } from "./search.ts";
import { useDebounced } from "./use-debounced.ts";
import { type Find, useFinds } from "./use-finds.ts";

/** Typing asks the service at most once in this time. */
const TYPING_MS = 200;

/** Goes anywhere by name: a text field with a list of what fits (the combobox pattern of ARIA), in a modal dialog. */
export function Palette({ close }: { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="palette" aria-label="Go to" onClose={close}>
      <Search leave={() => dialog.current?.close()} />
    </dialog>
  );
}

function Search({ leave }: { leave(): void }) {
  const { route } = useLocation();
  const list = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const asked = useDebounced(typed, TYPING_MS);
  const { finds, isSearching } = useFinds(asked);
  // Enter must not open what fitted an earlier text.
  const shown = asked === typed ? finds : [];
  const open = (find: Find | undefined) => {
    if (find === undefined) return;
    leave();
    route(find.href);
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const press = (event: KeyboardEvent) => {
    const next = moveActive(event.key, active, shown.length);
    if (next === null && event.key !== "Enter") return;
    event.preventDefault();
    if (next !== null) setActive(next);
    else open(shown[active]);
  };
  return (
    <div class="palette-body">
      <input
        role="combobox"
        aria-label="Go to a view, domain, client, sender, report or address"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] && toOptionId(list, active)}
        placeholder="View, domain, client, sender, report id or IP address"
        autocomplete="off"
        spellcheck={false}
        maxLength={SEARCH_CHARS_MAX}
        value={typed}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <FindList id={list} finds={shown} active={active} open={open} isSearching={isSearching || asked !== typed} />
    </div>
  );
}
