import { useState } from "preact/hooks";
import { countOf } from "../../../format/numbers.ts";
import { AcknowledgeForm } from "./acknowledge-form.tsx";
import { type Selection, toReasonIds } from "./selection.ts";
import { useAcknowledge } from "./use-acknowledge.ts";

interface SelectionBarProps {
  readonly selection: Selection;
  clear(): void;
}

/** What is selected, and what can be done with it. Stays in sight while the list scrolls. */
export function SelectionBar({ selection, clear }: SelectionBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, run } = useAcknowledge();
  const ids = toReasonIds(selection);
  const submit = async (acknowledgement: object) => {
    if (!(await run({ ids, ...acknowledgement }))) return;
    setOpen(false);
    clear();
  };
  return (
    <section class={selection.size > 0 ? "selection-bar" : "unseen"} aria-label="Selected domains">
      <p class="actions">
        <strong role="status">{selection.size > 0 ? `${countOf(selection.size, "domain")} selected` : ""}</strong>
        {selection.size > 0 && !isOpen && (
          <>
            <button type="button" class="primary" onClick={() => setOpen(true)}>
              Acknowledge {countOf(ids.length, "reason")} …
            </button>
            <button type="button" onClick={clear}>
              Clear
            </button>
          </>
        )}
      </p>
      {isOpen && selection.size > 0 && (
        <AcknowledgeForm
          reasons={ids.length}
          what="what is selected"
          isBusy={isBusy}
          error={error}
          submit={submit}
          cancel={() => setOpen(false)}
        />
      )}
    </section>
  );
}
