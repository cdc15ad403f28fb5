import type { Answer, Client } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { ofClient, ofDomain, useFilter } from "../../filter/filter.ts";
import { showDomains } from "../../format/idn.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Rate } from "../../parts/figures.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useClientAttention } from "./use-client.ts";

type Domain = Answer<"listDomains">["data"][number];
type Mail = Pick<
  Awaited<ReturnType<Client["reports"]["readAggregateGroups"]>>["data"][number],
  "emails" | "passed" | "failed"
>;

const SHOWN = 50;
const NO_MAIL = { passed: 0, failed: 0 };

/** The client's domains: policy, mail of the period, and why each needs a look. These come first, then those with most mail. */
export function ClientDomains({ reference }: { readonly reference: string }) {
  const { linkTo } = useFilter();
  const query = { client_reference: reference, sort: "-open_alerts" as const, per_page: SHOWN };
  const asked = useAnswer({
    key: ["domains", query],
    ask: (client, signal) => client.domains.list(query, { signal }),
  });
  const total = asked.data?.meta.total;
  return (
    <Panel
      title="Domains"
      note={total !== undefined && total > SHOWN && `The first ${SHOWN} of ${countOf(total, "domain")}.`}
      actions={<a href={linkTo(paths.domains, ofClient(reference))}>All domains</a>}
    >
      <Answered asked={asked} what="the client's domains">
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No domain has this client." />
          ) : (
            <Domains domains={data} reference={reference} />
          )
        }
      </Answered>
    </Panel>
  );
}

interface DomainsProps {
  readonly domains: readonly Domain[];
  readonly reference: string;
}

function Domains({ domains, reference }: DomainsProps) {
  const { linkTo } = useFilter();
  const mailOf = useMailOfDomains(domains);
  const attention = useClientAttention(reference).data?.data ?? [];
  const reasonsOf = new Map(attention.map(({ domain_id: id, reasons }) => [id, reasons]));
  const toRank = ({ id }: Domain) => Number(reasonsOf.has(id));
  const toRows = (path: string, { id }: Domain) => linkTo(path, ofDomain(id));
  return (
    <Table
      caption="Domains of the client"
      rows={domains.toSorted((a, b) => toRank(b) - toRank(a) || b.messages - a.messages)}
      toKey={({ id }) => id}
      columns={[
        {
          title: "Domain",
          cell: ({ id, domain }) => (
            <a href={linkTo(fillPath(paths.domain, { id }))}>
              <DomainName name={domain} />
            </a>
          ),
        },
        {
          title: "Policy",
          hint: "policy",
          cell: ({ dmarc_policy: policy }) => policy ?? <span class="muted">not known</span>,
        },
        {
          title: "Messages",
          isNumber: true,
          cell: (row) => {
            const mail = mailOf(row.id);
            return mail && <a href={toRows(paths.records, row)}>{formatCount(mail.emails)}</a>;
          },
        },
        {
          title: "Failed",
          isNumber: true,
          cell: (row) => {
            const mail = mailOf(row.id);
            if (mail === undefined) return null;
            return mail.failed > 0 ? <a href={toRows(paths.failures, row)}>{formatCount(mail.failed)}</a> : "0";
          },
        },
        { title: "Passed", isNumber: true, cell: ({ id }) => <Rate {...(mailOf(id) ?? NO_MAIL)} /> },
        {
          title: "Why it needs a look",
          cell: ({ id }) => {
            const reasons = reasonsOf.get(id) ?? [];
            if (reasons.length === 0) return null;
            return (
              <div class="words">
                {reasons.map(({ id: reason, summary }) => (
                  <p key={reason}>{showDomains(summary)}</p>
                ))}
              </div>
            );
          },
        },
      ]}
    />
  );
}

/** The mail of each of some domains in the period; `undefined`: none was reported. */
function useMailOfDomains(domains: readonly Domain[]): (id: string) => Mail | undefined {
  const { start_date, end_date } = useFilter().parameters;
  const query = {
    domain_id: domains.map(({ id }) => id),
    start_date,
    end_date,
    group_by: "domain" as const,
    per_page: SHOWN,
  };
  const asked = useAnswer({
    key: ["aggregate-groups", query],
    ask: (client, signal) => client.reports.readAggregateGroups(query, { signal }),
  });
  const groups = new Map((asked.data?.data ?? []).map((group) => [group.key, group]));
  return (id) => groups.get(id);
}
