import type { Answer } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { formatSpan } from "../../format/spans.ts";
import { describeReason, TRUST } from "../../format/trust.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment, Rate } from "../../parts/figures.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { DEFAULT_SORT } from "./report-list.ts";

type Report = Answer<"listReports">["data"][number];

/** Reports to compare; each leads to its records. Beside the name that a reporter gives itself is the domain that is proven. */
export function ReportsTable({ reports }: { readonly reports: readonly Report[] }) {
  const { linkTo } = useFilter();
  const toReport = (id: string) => linkTo(fillPath(paths.report, { id }));
  const columns: readonly Column<Report>[] = [
    {
      title: "Reporter",
      sort: "reporter",
      cell: ({ id, reporter, reporter_domain: by }) => (
        <>
          <a href={toReport(id)}>{reporter || "without a name"}</a>
          {by !== null && by !== reporter.toLowerCase() && (
            <div class="muted">
              <DomainName name={by} />
            </div>
          )}
        </>
      ),
    },
    {
      title: "Domain",
      cell: ({ domain, domain_id: id }) =>
        domain === null ? (
          <span class="muted">being deleted</span>
        ) : (
          <a href={linkTo(fillPath(paths.domain, { id }), { domain: undefined })}>
            <DomainName name={domain} />
          </a>
        ),
    },
    {
      title: "Period (UTC)",
      sort: "date_range",
      cell: ({ date_range: { begin, end } }) => formatSpan(begin, end),
    },
    {
      title: "Messages",
      sort: "total_count",
      isNumber: true,
      cell: ({ id, total_count: count }) => <a href={toReport(id)}>{formatCount(count)}</a>,
    },
    {
      title: "Passed",
      isNumber: true,
      cell: ({ pass_count: passed, fail_count: failed }) => <Rate passed={passed} failed={failed} />,
    },
    { title: "Policy", cell: ({ policy }) => policy ?? <span class="muted">not stated</span> },
    {
      title: "Trust",
      cell: ({ trust, trust_reason: reason }) =>
        trust === "none" ? <span class="warn">not proven{reason && `: ${describeReason(reason)}`}</span> : TRUST[trust],
    },
    { title: "Received", sort: "received_at", cell: ({ received_at: at }) => <Moment at={at} /> },
  ];
  return (
    <div class="one-line">
      <Table caption="Reports" columns={columns} rows={reports} toKey={({ id }) => id} defaultSort={DEFAULT_SORT} />
    </div>
  );
}
