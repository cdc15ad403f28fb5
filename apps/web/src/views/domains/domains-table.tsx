import { countOf, formatCount } from "../../format/numbers.ts";
import { Ago } from "../../parts/ago.tsx";
import { Chip } from "../../parts/chips.tsx";
import { ClientLink } from "../../parts/client-link.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Points, RateBar } from "../../parts/figures.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { paths } from "../../paths.ts";
import { useDomainLinks } from "./domain-links.ts";
import { DEFAULT_SORT } from "./domain-list.ts";
import { Labels } from "./labels.tsx";
import { describeDns, type ListedDomain, STATUS, type Tone } from "./words.ts";

/** Domains to compare; each figure leads to the rows behind it. */
export function DomainsTable({ domains }: { readonly domains: readonly ListedDomain[] }) {
  const links = useDomainLinks();
  const columns: readonly Column<ListedDomain>[] = [
    { title: "Domain", sort: "domain", cell: (row) => <NameLink href={links.toDomain(row.id)} name={row.domain} /> },
    { title: "Client", sort: "client_reference", cell: (row) => <ClientLink reference={row.client_reference} /> },
    {
      title: "State",
      sort: "status",
      cell: ({ status }) => <Words {...STATUS[status]} />,
    },
    {
      title: "Alerts",
      sort: "open_alerts",
      isNumber: true,
      cell: ({ id, open_alerts: open }) =>
        open === 0 ? (
          <span class="muted">0</span>
        ) : (
          <a href={links.toDomain(id, "alerts")} aria-label={countOf(open, "open alert")}>
            {formatCount(open)}
          </a>
        ),
    },
    {
      title: "Policy",
      hint: "policy",
      sort: "dmarc_policy",
      cell: ({ id, dmarc_policy: policy }) =>
        policy === null ? <span class="muted">not known</span> : <a href={links.toDomain(id, "readiness")}>{policy}</a>,
    },
    {
      title: "Pass rate",
      sort: "pass_rate",
      isNumber: true,
      cell: ({ id, messages, pass_rate: rate }) =>
        messages === 0 ? (
          <span class="muted">no mail</span>
        ) : (
          <a href={links.toRows(paths.sources, id)}>
            <RateBar rate={rate} />
          </a>
        ),
    },
    {
      title: "Change",
      sort: "pass_rate_change",
      isNumber: true,
      cell: ({ pass_rate_change: change }) => <Points change={change} />,
    },
    {
      title: "Messages",
      sort: "messages",
      isNumber: true,
      cell: ({ id, messages }) => messages > 0 && <a href={links.toRows(paths.records, id)}>{formatCount(messages)}</a>,
    },
    { title: "Last report", sort: "last_report_at", cell: ({ last_report_at: at }) => <Ago at={at} /> },
    {
      title: "DNS",
      cell: ({ id, ...domain }) => (
        <a href={links.toDomain(id, "dns")}>
          <Words {...describeDns(domain)} />
        </a>
      ),
    },
    { title: "Labels", cell: ({ labels }) => <Labels labels={labels} /> },
  ];
  return (
    <div class="one-line">
      <Table caption="Domains" columns={columns} rows={domains} toKey={({ id }) => id} defaultSort={DEFAULT_SORT} />
    </div>
  );
}

function NameLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a href={href}>
      <DomainName name={name} />
    </a>
  );
}

/** What needs nothing is quiet. */
function Words({ text, tone }: { readonly text: string; readonly tone: Tone }) {
  return tone === "good" || tone === "plain" ? <span class="muted">{text}</span> : <Chip tone={tone}>{text}</Chip>;
}
