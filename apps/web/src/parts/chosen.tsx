import { useLocation } from "preact-iso";
import { toAddress } from "../address.ts";
import { recordFilters } from "../filter/record-filters.ts";
import { type RecordFilterName, toNoSenderChange } from "../filter/sender-filter.ts";
import { describeCountry } from "../format/countries.ts";
import { toDomainText } from "../format/idn.ts";

const LABELS = new Map<RecordFilterName, string>(recordFilters.map(({ name, label }) => [name, label]));

interface ChosenProps {
  readonly senders: { readonly [Name in RecordFilterName]?: string | undefined };
}

/** What selects the sources that are shown, each with a link that no longer selects by it. */
export function Chosen({ senders }: ChosenProps) {
  const { path, query } = useLocation();
  const chosen = [...LABELS].filter(([name]) => senders[name] !== undefined);
  if (chosen.length === 0) return null;
  const toText = (name: RecordFilterName) => {
    const value = senders[name];
    if (!value) return "not known";
    return name === "country" ? describeCountry(value) : toDomainText(value);
  };
  return (
    <nav class="choices" aria-label="Only">
      <span class="muted" aria-hidden="true">
        Only
      </span>
      {chosen.map(([name, label]) => (
        <a
          key={name}
          class="choice"
          aria-current="true"
          href={toAddress(path, { ...query, page: undefined, ...toNoSenderChange(name, query) })}
        >
          {label} {toText(name)} <span aria-hidden="true">×</span>
          <span class="unseen">, show all</span>
        </a>
      ))}
    </nav>
  );
}
