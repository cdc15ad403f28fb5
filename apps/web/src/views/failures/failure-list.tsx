import { useFilter } from "../../filter/filter.ts";
import { toSenderChange } from "../../filter/sender-filter.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount } from "../../format/numbers.ts";
import { DomainLinks } from "../../parts/domain-links.tsx";
import { NoMail } from "../../parts/no-mail.tsx";
import { Pager } from "../../parts/pager.tsx";
import { describeShare } from "../../parts/share.tsx";
import { SourceName } from "../../parts/source-name.tsx";
import { SourceVerdict } from "../../parts/source-verdict.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { describePolicy } from "./describe-policy.ts";
import type { FailuresAnswer } from "./failures-verdict.tsx";

interface FailureListProps {
  readonly answer: FailuresAnswer;
  /** By what selects sources. */
  readonly isLimited: boolean;
}

export function FailureList({ answer: { data, meta }, isLimited }: FailureListProps) {
  if (data.length === 0) return <NoMail what={isLimited ? "such message failed" : "message failed"} meta={meta} />;
  return (
    <>
      <FailureTable rows={data} whole={meta.total_failures} start={meta.period.start} />
      <Pager meta={meta} />
    </>
  );
}

interface FailureTableProps {
  readonly rows: FailuresAnswer["data"];
  /** Failed messages of all rows. */
  readonly whole: number;
  /** First UTC day of the period: senders seen first since then are new. */
  readonly start: string;
}

function FailureTable({ rows, whole, start }: FailureTableProps) {
  const { linkTo } = useFilter();
  const toService = (name: string | null) =>
    name === null ? null : { name, href: linkTo(paths.failures, toSenderChange("service", name)) };
  return (
    <Table
      caption="Senders that fail"
      rows={rows}
      toKey={({ source_ip: address }) => address}
      defaultSort="-failure_count"
      columns={[
        {
          title: "Sender",
          sort: "source_ip",
          cell: (row) => (
            <SourceName
              source={row}
              href={linkTo(paths.sources, { source_ip: row.source_ip })}
              service={toService(row.service)}
              mark={row.first_seen.slice(0, 10) >= start ? "new" : undefined}
            />
          ),
        },
        {
          title: "Domains",
          cell: (row) => (
            <DomainLinks
              domains={row.domains.map((domain) => ({ ...domain, messages: domain.failure_count }))}
              count={row.domain_count}
              toRows={(domain) => linkTo(paths.failures, { source_ip: row.source_ip, domain })}
            />
          ),
        },
        { title: "Why it fails, and what to do", cell: (row) => <SourceVerdict source={row} /> },
        {
          title: "Failed",
          isNumber: true,
          sort: "failure_count",
          cell: ({ source_ip: address, failure_count: count }) => (
            <>
              <a href={linkTo(paths.reports, { source_ip: address, result: "fail" })}>{formatCount(count)}</a>
              <div class="muted">{describeShare(count, whole)}</div>
            </>
          ),
        },
        { title: "Receivers", cell: ({ policy_applied: policy }) => describePolicy(policy) },
        { title: "Last seen", sort: "last_seen", cell: (row) => formatDay(row.last_seen) },
      ]}
    />
  );
}
