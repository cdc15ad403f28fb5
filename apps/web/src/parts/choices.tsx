import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import type { Changes } from "../filter/filter.ts";
import { formatCount } from "../format/numbers.ts";

interface Choice {
  readonly text: string;
  /** Of what there is of this kind; absent: not known. */
  readonly count?: number;
  readonly isChosen: boolean;
  /** Of the address, when it is chosen, and when it is no longer. */
  readonly choose: Changes;
  readonly leave: Changes;
}

/** Limits the rows below to one of some kinds; the one that is chosen is left by choosing it again. */
export function Choices({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  const { path, query } = useLocation();
  return (
    <nav class="choices" aria-label={label}>
      <span class="muted" aria-hidden="true">
        {label}
      </span>
      {choices.map(({ text, count, isChosen, choose, leave }) => (
        <a
          key={text}
          class="choice"
          href={toAddress(path, { ...query, page: undefined, ...(isChosen ? leave : choose) })}
          aria-current={isChosen ? "true" : undefined}
        >
          {text}
          {count !== undefined && <span class="choice-count"> {formatCount(count)}</span>}
          {isChosen && (
            <>
              <span aria-hidden="true"> ×</span>
              <span class="unseen">, show all</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
