import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../../../data/use-answer.ts";
import { showDomains } from "../../../format/idn.ts";
import { Moment } from "../../../parts/figures.tsx";
import { Answered } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { useScope } from "../../../session/session.ts";
import { DnsRecord, Published } from "../dns/dns-record.tsx";
import { useDomainLinks } from "../domain-links.ts";
import type { Domain } from "../words.ts";

/** What is published, and what is to be published instead. */
export function DnsSection({ domain: { id } }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const asked = useAnswer({
    key: ["dns", id],
    ask: (client, signal) => client.domains.readDns(id, { signal }),
  });
  const checkedAt = asked.data?.meta.checked_at ?? null;
  return (
    <Panel
      title="DNS"
      note={
        checkedAt !== null && (
          <>
            Looked up <Moment at={checkedAt} />
          </>
        )
      }
      actions={
        <>
          <a href={toDomain(id, "history")}>Changes</a>
          <a href={toDomain(id, "dns")}>{useScope("domains:write") ? "All records, and check now" : "All records"}</a>
        </>
      }
    >
      <Answered asked={asked} what="the records">
        {(answer) => <Records answer={answer} />}
      </Answered>
    </Panel>
  );
}

/** Records that are right are short; the others say what to publish. */
function Records({ answer: { data, meta } }: { readonly answer: Answer<"readDomainDns"> }) {
  const { published, checked_at: checkedAt, warnings } = meta;
  const records = [
    {
      title: "DMARC",
      use: "Asks receivers for reports, and sends them here.",
      record: data.dmarc,
      seen: published.dmarc,
    },
    {
      title: "Verification",
      use: "Proves that the domain is yours.",
      record: data.verification,
      seen: published.verification,
    },
  ];
  return (
    <div class="stack">
      {warnings.map((warning) => (
        <p key={warning} class="notice warn">
          {showDomains(warning)}
        </p>
      ))}
      {records.map(({ title, use, record, seen }) =>
        seen.state === "ok" ? (
          <div key={title} class="dns-fine">
            <h3>{title}</h3>
            <Published seen={seen} checkedAt={checkedAt} />
          </div>
        ) : (
          <DnsRecord key={title} title={title} use={use} record={record} seen={seen} checkedAt={checkedAt} />
        ),
      )}
    </div>
  );
}
