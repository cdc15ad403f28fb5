import { useFilter } from "../../filter/filter.ts";
import { paths } from "../../paths.ts";

/** Labels of a domain; each leads to the domains that have it. */
export function Labels({ labels }: { readonly labels: readonly string[] }) {
  const { linkTo } = useFilter();
  return (
    <span class="labels">
      {labels.map((label) => (
        <a key={label} class="chip" href={linkTo(paths.domains, { label, domain: undefined })}>
          {label}
        </a>
      ))}
    </span>
  );
}
