import { toUnicodeDomain } from "../format/idn.ts";

/** A domain name: an internationalized one in Unicode, with its A-label beside it, unless it could be taken for another one. */
export function DomainName({ name }: { readonly name: string }) {
  const unicode = toUnicodeDomain(name);
  if (unicode === name) return <>{name}</>;
  return (
    <>
      <bdi>{unicode}</bdi> <span class="muted a-label">({name})</span>
    </>
  );
}

/** Domain names with commas between them. */
export function DomainNames({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <DomainName name={name} />
        </span>
      ))}
    </>
  );
}
