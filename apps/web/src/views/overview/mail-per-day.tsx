import { DayChart, type Mark } from "../../chart/day-chart.tsx";
import { useAnswer } from "../../data/use-answer.ts";
import { type FilterParameters, useFilter } from "../../filter/filter.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Panel } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import type { MailAnswer } from "./mail.ts";

const CHANGES_MAX = 100;

/** Messages per day, and when the domain's policy changed. */
export function MailPerDay({ answer: { data, meta } }: { readonly answer: MailAnswer }) {
  const { parameters } = useFilter();
  const marks = usePolicyChanges(parameters);
  const outside = meta.reports_outside_period;
  return (
    <Panel
      title="Messages per day"
      note={
        outside > 0 && meta.earliest_day !== null && meta.latest_day !== null
          ? `${countOf(outside, "report")} outside this period: there are reports from ${formatDay(meta.earliest_day)} to ${formatDay(meta.latest_day)}.`
          : undefined
      }
      actions={
        <CsvLink
          toPath={(client) => client.toCsvPath("readAggregate", { query: parameters })}
          what="messages per day"
        />
      }
    >
      <DayChart days={data.daily} marks={marks} />
    </Panel>
  );
}

/** Of one domain: for many there would be as many marks as days. */
function usePolicyChanges({ domain_id: id }: FilterParameters): Mark[] {
  const history = useAnswer({
    key: ["dns-history", id],
    ask: (client, signal) => client.domains.listDnsHistory(id ?? "", { per_page: CHANGES_MAX }, { signal }),
    isReady: useScope("domains:read") && id !== undefined,
  });
  if (id === undefined || history.isPlaceholderData) return [];
  const changes = history.data?.data ?? [];
  // The first check of a domain is no change.
  return changes
    .filter(({ record, old, new: now }) => record === "dmarc" && old !== null && old !== now)
    .map(({ checked_at: at, differences, new: now }) => ({
      date: at.slice(0, 10),
      text: differences.join(", ") || (now ?? "the DMARC record is gone"),
    }));
}
