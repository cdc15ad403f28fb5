import { describeCountry } from "../format/countries.ts";

interface SourceNameProps {
  readonly source: {
    readonly source_ip: string;
    readonly reverse_name: string | null;
    readonly organization: string | null;
    readonly country: string | null;
  };
  /** What the address leads to. */
  readonly href: string;
  /** Shown above the address. */
  readonly service: { readonly name: string; readonly href: string } | null;
  /** "new" */
  readonly mark?: string | undefined;
}

/** An address, and what is known of it. */
export function SourceName({ source, href, service, mark }: SourceNameProps) {
  const { source_ip: address, reverse_name: host, organization, country } = source;
  const owner = [organization, country && describeCountry(country)].filter(Boolean).join(", ");
  return (
    <div class="source-name">
      {service && (
        <div>
          <a href={service.href}>{service.name}</a>
        </div>
      )}
      <a href={href}>{address}</a>
      {mark && <span class="chip"> {mark}</span>}
      {host && <div>{host}</div>}
      {owner && <div class="muted">{owner}</div>}
    </div>
  );
}
