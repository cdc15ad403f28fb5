import { describeCountry } from "../format/countries.ts";
import { DomainName } from "./domain-name.tsx";
import { SenderLink } from "./sender-link.tsx";

interface SourceNameProps {
  readonly source: {
    readonly source_ip: string;
    readonly reverse_name: string | null;
    readonly organization: string | null;
    readonly country: string | null;
    readonly sender: string | null;
    readonly sender_kind: string;
  };
  /** Shows the sender above the address. */
  readonly isNamed?: boolean;
  /** What the address leads to. */
  readonly href: string;
  /** "new" */
  readonly mark?: string | undefined;
}

/** An address, and what is known of it. */
export function SourceName({ source, href, isNamed = false, mark }: SourceNameProps) {
  const { source_ip: address, reverse_name: host, organization, country } = source;
  const owner = [organization, country && describeCountry(country)].filter(Boolean).join(", ");
  return (
    <div class="source-name">
      {isNamed && source.sender !== null && (
        <div>
          <SenderLink name={source.sender} kind={source.sender_kind} />
        </div>
      )}
      <a href={href}>{address}</a>
      {mark && (
        <>
          {" "}
          <span class="chip">{mark}</span>
        </>
      )}
      {host && (
        <div>
          <DomainName name={host} />
        </div>
      )}
      {owner && <div class="muted">{owner}</div>}
    </div>
  );
}
