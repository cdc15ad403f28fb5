import { useSourceGroups } from "../../data/use-mail.ts";
import { type Changes, useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { formatCount } from "../../format/numbers.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { ADDRESSES } from "./groupings.ts";

const PER_PAGE = 10;

/** Addresses may be listed beside the domains. */
const PAGES = { parameter: "domains_page", label: "Pages of domains" };

interface SourceDomainsProps {
  readonly senders: SenderParameters;
  /** The same in an address of the page. */
  readonly changes: Changes;
}

/** The domains that an address or a sender sent for. */
export function SourceDomains({ senders, changes }: SourceDomainsProps) {
  const { parameters, linkTo } = useFilter();
  const grouped = { ...parameters, ...senders, group_by: "domain" as const };
  const query = { ...grouped, page: usePage(PAGES.parameter), per_page: PER_PAGE };
  const asked = useSourceGroups(query);
  const toRows = (path: string, domain: string | null) =>
    linkTo(path, { ...(path === paths.sources && { by: ADDRESSES }), ...changes, ...(domain !== null && { domain }) });
  return (
    <Panel
      title="Domains it sent for"
      actions={<CsvLink toPath={(client) => client.toCsvPath("listSources", { query: grouped })} what="its domains" />}
    >
      <Answered asked={asked} what="its domains">
        {({ data, meta }) => (
          <>
            <Table
              caption="Domains of this source"
              rows={data}
              toKey={({ key }) => key ?? ""}
              columns={[
                {
                  title: "Domain",
                  cell: ({ key, domain }) => (
                    <a href={toRows(paths.sources, key)}>
                      {domain === undefined ? "a deleted domain" : <DomainName name={domain} />}
                    </a>
                  ),
                },
                {
                  title: "Messages",
                  isNumber: true,
                  cell: ({ key, emails }) => <a href={toRows(paths.sources, key)}>{formatCount(emails)}</a>,
                },
                {
                  title: "Failed",
                  isNumber: true,
                  cell: ({ key, failed }) =>
                    failed > 0 ? <a href={toRows(paths.failures, key)}>{formatCount(failed)}</a> : "0",
                },
                { title: "Passed", isNumber: true, cell: (row) => <Rate {...row} /> },
              ]}
            />
            <Pager meta={meta} of={PAGES} />
          </>
        )}
      </Answered>
    </Panel>
  );
}
