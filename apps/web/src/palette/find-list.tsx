import { useEffect } from "preact/hooks";
import { countOf } from "../format/numbers.ts";
import type { Find } from "./use-finds.ts";

interface FindListProps {
  readonly id: string;
  readonly finds: readonly Find[];
  /** The index of the one that Enter opens. */
  readonly active: number;
  readonly isSearching: boolean;
  open(find: Find): void;
}

export function toOptionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** The options of the text field above, which keeps the focus and has the keys. */
export function FindList({ id, finds, active, isSearching, open }: FindListProps) {
  useEffect(() => document.getElementById(toOptionId(id, active))?.scrollIntoView({ block: "nearest" }), [id, active]);
  return (
    <>
      <div id={id} class="finds" role="listbox" aria-label="Results">
        {finds.map((find, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
          <div
            key={`${find.kind} ${find.href}`}
            id={toOptionId(id, index)}
            class="find"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => open(find)}
          >
            <span>
              {find.text} {find.note && <span class="muted">{find.note}</span>}
            </span>
            <span class="muted">{find.kind}</span>
          </div>
        ))}
      </div>
      <p class="muted" role="status">
        {describeState(finds.length, isSearching)}
      </p>
    </>
  );
}

function describeState(count: number, isSearching: boolean): string {
  if (isSearching) return "Searching …";
  return count === 0 ? "Nothing matches." : `${countOf(count, "result")}. Arrow keys choose, Enter opens.`;
}
