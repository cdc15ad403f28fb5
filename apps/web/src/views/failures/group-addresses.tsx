import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { formatDay } from "../../format/dates.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { DomainLinks } from "../../parts/domain-links.tsx";
import { describeShare } from "../../parts/share.tsx";
import { SourceName } from "../../parts/source-name.tsx";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { describePolicy } from "./describe-policy.ts";
import { toFailingAddresses, toFailingRecords } from "./failure-groups.ts";

/** More addresses are in the view of sources. */
const SHOWN = 20;

/** The addresses of a group, asked for when they are looked at. */
export function GroupAddresses({ senders }: { readonly senders: SenderParameters }) {
  const { parameters, linkTo } = useFilter();
  const query = { ...parameters, ...senders, sort: "-failure_count" as const, page: 1, per_page: SHOWN };
  const asked = useAnswer({
    key: ["failures", query],
    ask: (client, signal) => client.reports.listFailures(query, { signal }),
  });
  return (
    <Answered asked={asked} what="the addresses">
      {({ data, meta }) => (
        <>
          <Table
            caption="Addresses that fail"
            rows={data}
            toKey={({ source_ip: address }) => address}
            columns={[
              {
                title: "Address",
                cell: (row) => (
                  <SourceName
                    source={row}
                    href={linkTo(paths.sources, { source_ip: row.source_ip })}
                    mark={row.first_seen.slice(0, 10) >= meta.period.start ? "new" : undefined}
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
              {
                title: "Failed",
                isNumber: true,
                cell: ({ source_ip: address, failure_count: count }) => (
                  <>
                    <a href={linkTo(paths.records, toFailingRecords({ ...senders, source_ip: address }))}>
                      {formatCount(count)}
                    </a>
                    <div class="muted">{describeShare(count, meta.total_failures)}</div>
                  </>
                ),
              },
              {
                title: "What receivers did",
                hint: "disposition",
                cell: ({ policy_applied: policy }) => describePolicy(policy),
              },
              { title: "Last seen", cell: (row) => formatDay(row.last_seen) },
            ]}
          />
          {meta.total > data.length && (
            <p>
              <a href={linkTo(paths.sources, toFailingAddresses(senders))}>
                All {countOf(meta.total, "address", "addresses")}
              </a>
            </p>
          )}
        </>
      )}
    </Answered>
  );
}
