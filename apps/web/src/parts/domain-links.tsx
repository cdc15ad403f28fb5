import { useFilter } from "../filter/filter.ts";
import { formatCount } from "../format/numbers.ts";
import { DomainName } from "./domain-name.tsx";

interface DomainLinksProps {
  /** Those with the most messages first. */
  readonly domains: readonly { readonly id: string; readonly name: string | null; readonly messages: number }[];
  /** All domains, also those that are not listed. */
  readonly count: number;
  /** How many are listed. */
  readonly most?: number;
  /** The address of the rows of a domain. */
  toRows(id: string): string;
}

/** The domains that mail was about, each with its messages, which lead to its rows. */
export function DomainLinks({ domains, count, most = 2, toRows }: DomainLinksProps) {
  const { filter } = useFilter();
  const shown = domains.slice(0, most);
  return (
    <ul class="plain-list domain-links">
      {shown.map(({ id, name, messages }) => (
        <li key={id}>
          {id === filter.domainId ? (
            <DomainName name={name ?? id} />
          ) : (
            <a href={toRows(id)}>{name === null ? "a deleted domain" : <DomainName name={name} />}</a>
          )}{" "}
          <span class="muted">{formatCount(messages)}</span>
        </li>
      ))}
      {count > shown.length && <li class="muted">and {formatCount(count - shown.length)} more</li>}
    </ul>
  );
}
