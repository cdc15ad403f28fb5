import { type Changes, useFilter } from "../filter/filter.ts";
import { toSenderChange } from "../filter/sender-filter.ts";
import { UNNAMED } from "../format/unnamed.ts";
import { paths } from "../paths.ts";
import { DomainName } from "./domain-name.tsx";

interface SenderLinkProps {
  /** `null`: it has none. */
  readonly name: string | null;
  readonly kind?: string | undefined;
  /** Whose mail its home shows, where the address does not say so. */
  readonly scope?: Changes;
}

/** The name of a sender, which leads to its home. */
export function SenderLink({ name, kind, scope = {} }: SenderLinkProps) {
  const { linkTo } = useFilter();
  const href = linkTo(paths.sender, { ...scope, ...toSenderChange("sender", name) });
  return (
    <a href={href} class="sender">
      {name === null ? UNNAMED : kind === "hostname" ? <DomainName name={name} /> : name}
    </a>
  );
}
