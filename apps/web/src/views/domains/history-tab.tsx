import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../../data/use-answer.ts";
import { showDomains } from "../../format/idn.ts";
import { Moment } from "../../parts/figures.tsx";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import type { Domain } from "./words.ts";

type Change = Answer<"listDomainDnsHistory">["data"][number];

const PER_PAGE = 20;

const RECORDS: Readonly<Record<Change["record"], string>> = {
  dmarc: "DMARC",
  mta_sts: "MTA-STS",
  verification: "verification",
  report_authorization: "authorization of this service",
};

/** What the domain published, and when it changed. */
export function HistoryTab({ domain: { id, settings } }: { readonly domain: Domain }) {
  const query = { page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["dns-history", id, query],
    ask: (client, signal) => client.domains.listDnsHistory(id, query, { signal }),
  });
  return (
    <Panel title="Changes in DNS" note="As seen by this service. It notices a change at its next check.">
      <Answered asked={asked} what="the history">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No record has been seen yet.">
              <p>
                {settings.dns_watch ? "The records are looked up regularly." : "The settings turn DNS watching off."}
              </p>
            </Empty>
          ) : (
            <>
              <Changes changes={data} />
              <Pager meta={meta} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <Table
      caption="Changes in DNS"
      rows={changes}
      toKey={({ record, checked_at: at }) => `${record} ${at}`}
      columns={[
        { title: "Seen", cell: ({ checked_at: at }) => <Moment at={at} /> },
        { title: "Record", cell: ({ record }) => RECORDS[record] },
        { title: "What changed", cell: (change) => showDomains(describe(change)) },
        { title: "Before", cell: ({ old }) => <Texts text={old} /> },
        { title: "Since then", cell: ({ new: now }) => <Texts text={now} /> },
      ]}
    />
  );
}

function describe({ differences, old }: Change): string {
  return differences.length > 0 ? differences.join("; ") : old === null ? "first seen" : "changed";
}

function Texts({ text }: { readonly text: string | null }) {
  if (text === null) return <span class="muted">no record</span>;
  return (
    <>
      {text.split("\n").map((line) => (
        <p key={line}>
          <code>{line}</code>
        </p>
      ))}
    </>
  );
}
