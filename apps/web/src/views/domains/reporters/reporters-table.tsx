import { ofDomain, useFilter } from "../../../filter/filter.ts";
import { formatDay } from "../../../format/dates.ts";
import { formatCount, formatRate } from "../../../format/numbers.ts";
import { Chip } from "../../../parts/chips.tsx";
import { DomainNames } from "../../../parts/domain-name.tsx";
import { Moment, Rate } from "../../../parts/figures.tsx";
import { Table } from "../../../parts/table.tsx";
import { paths } from "../../../paths.ts";
import { describeHours, describePolicySeen, type Reporter, STATES } from "./words.ts";

interface ReportersTableProps {
  readonly reporters: readonly Reporter[];
  readonly domain: string;
}

/** Reporters to compare. */
export function ReportersTable({ reporters, domain }: ReportersTableProps) {
  const { linkTo } = useFilter();
  const toRows = (path: string, reporter: string, more = {}) =>
    linkTo(path, { ...ofDomain(domain), reporter, ...more });
  return (
    <Table
      caption="Reporters"
      rows={reporters}
      toKey={({ reporter }) => reporter}
      columns={[
        { title: "Reporter", cell: ({ reporter }) => <a href={toRows(paths.reports, reporter)}>{reporter}</a> },
        { title: "State", cell: (reporter) => <State reporter={reporter} /> },
        {
          title: "Messages",
          isNumber: true,
          cell: ({ reporter, messages }) => <a href={toRows(paths.records, reporter)}>{formatCount(messages)}</a>,
        },
        { title: "Share", isNumber: true, cell: ({ share }) => formatRate(share) },
        {
          title: "Passed",
          isNumber: true,
          cell: ({ reporter, passed, failed }) =>
            failed > 0 ? (
              <a href={toRows(paths.records, reporter, { result: "fail" })}>
                <Rate passed={passed} failed={failed} />
              </a>
            ) : (
              <Rate passed={passed} failed={failed} />
            ),
        },
        { title: "Reports", isNumber: true, cell: ({ reports }) => formatCount(reports) },
        { title: "Last day (UTC)", cell: ({ last_day: day }) => <span class="whole">{formatDay(day)}</span> },
        {
          title: "Usual delay",
          cell: ({ usual_delay: { median_hours: hours } }) => describeHours(hours),
        },
        { title: "Policy it saw", hint: "policy", cell: (reporter) => describePolicySeen(reporter) },
        {
          title: "Proven domain",
          cell: ({ reporter_domains: domains }) =>
            domains.length > 0 ? <DomainNames names={domains} /> : <span class="muted">uploads or imports</span>,
        },
      ]}
    />
  );
}

function State({ reporter: { state, due_at: due } }: { readonly reporter: Reporter }) {
  const { text, tone, means } = STATES[state];
  return (
    <span title={means}>
      <Chip tone={tone}>{text}</Chip>
      {(state === "late" || state === "stopped") && due !== null && (
        <div class="muted">
          due <Moment at={due} />
        </div>
      )}
    </span>
  );
}
