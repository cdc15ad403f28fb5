import { formatCount } from "../format/numbers.ts";

interface Tab {
  readonly text: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** How many rows it shows. */
  readonly count?: number | undefined;
}

/** Links between the parts of a view, of which one is shown. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ text, href, isCurrent, count }) => (
        <a key={text} href={href} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {count !== undefined && <span class="tab-count"> {formatCount(count)}</span>}
        </a>
      ))}
    </nav>
  );
}
