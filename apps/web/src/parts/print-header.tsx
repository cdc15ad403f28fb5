import { useFilter } from "../filter/filter.ts";
import { toDays } from "../filter/period.ts";
import { formatDay, formatTime } from "../format/dates.ts";

interface PrintHeaderProps {
  readonly domain?: string | undefined;
  readonly client?: string | null | undefined;
  /** False where the figures are not of a chosen period. */
  readonly hasPeriod?: boolean;
}

/** On paper only: which mail the page is about, since the menu and the filter are not printed. */
export function PrintHeader({ domain, client, hasPeriod = true }: PrintHeaderProps) {
  const { filter } = useFilter();
  const { start, end } = toDays(filter.period, new Date());
  const facts = [
    domain && `Domain: ${domain}`,
    (client ?? filter.client) && `Client: ${client ?? filter.client}`,
    filter.label && `Label: ${filter.label}`,
    hasPeriod && `Period: ${formatDay(start)} to ${formatDay(end)} (UTC days)`,
    `Printed: ${formatTime(new Date().toISOString())}`,
  ];
  return <p class="on-paper">{facts.filter(Boolean).join(" · ")}</p>;
}
