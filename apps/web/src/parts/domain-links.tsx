import { useFilter } from "../filter/filter.ts";
import { formatCount } from "../format/numbers.ts";

interface DomainLinksProps {
  /** Those with the most messages first. */
  readonly domains: readonly { readonly id: string; readonly name: string | null; readonly messages: number }[];
  /** All domains, also those that are not listed. */
  readonly count: number;
  /** The address of the rows of a domain. */
  toRows(id: string): string;
}

const SHOWN = 2;

/** The domains that mail was about, each with its messages, which lead to its rows. */
export function DomainLinks({ domains, count, toRows }: DomainLinksProps) {
  const { filter } = useFilter();
  const shown = domains.slice(0, SHOWN);
  return (
    <ul class="plain-list domain-links">
      {shown.map(({ id, name, messages }) => (
        <li key={id}>
          {id === filter.domainId ? (name ?? id) : <a href={toRows(id)}>{name ?? "a deleted domain"}</a>}{" "}
          <span class="muted">{formatCount(messages)}</span>
        </li>
      ))}
      {count > shown.length && <li class="muted">and {formatCount(count - shown.length)} more</li>}
    </ul>
  );
}
