import type { Answer } from "@ruaflow/client";
import { useAnswer } from "../../../data/use-answer.ts";
import { useWrite } from "../../../data/use-write.ts";
import { showDomains } from "../../../format/idn.ts";
import { Copyable } from "../../../parts/copy.tsx";
import { Moment } from "../../../parts/figures.tsx";
import { Answered, Failed } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { Verification } from "../verification.tsx";
import type { Domain } from "../words.ts";
import { Authorization } from "./authorization.tsx";
import { DnsRecord } from "./dns-record.tsx";
import { toZoneLines } from "./zone-lines.ts";

/** What to publish, what is published, and whether it is right. */
export function DnsTab({ domain }: { readonly domain: Domain }) {
  const asked = useAnswer({
    key: ["dns", domain.id],
    ask: (client, signal) => client.domains.readDns(domain.id, { signal }),
  });
  const check = useWrite((client) => client.domains.checkDns(domain.id));
  return (
    <>
      <Panel
        title="Records to publish"
        note={asked.data && <CheckedAt at={asked.data.meta.checked_at} />}
        actions={
          <button type="button" disabled={check.isBusy} onClick={() => check.run(undefined)}>
            {check.isBusy ? "Asking DNS …" : "Check now"}
          </button>
        }
      >
        {check.error && <Failed what="look up the records" error={check.error} />}
        <Answered asked={asked} what="the records">
          {(answer) => <Records domain={domain} answer={answer} />}
        </Answered>
      </Panel>
      {(asked.data || asked.error) && <Verification domain={domain} />}
    </>
  );
}

function CheckedAt({ at }: { readonly at: string | null }) {
  if (at === null) return <>Not looked up yet.</>;
  return (
    <>
      Looked up <Moment at={at} />
    </>
  );
}

interface RecordsProps {
  readonly domain: Domain;
  readonly answer: Answer<"readDomainDns">;
}

function Records({ domain: { domain }, answer: { data, meta } }: RecordsProps) {
  const { published, checked_at: checkedAt } = meta;
  const { dmarc, verification, mta_sts } = data;
  const authorization = published.report_authorization;
  const zone = { required: [dmarc, verification], optional: [mta_sts], authorization };
  return (
    <div class="stack">
      {meta.warnings.map((warning) => (
        <p key={warning} class="notice warn">
          {showDomains(warning)}
        </p>
      ))}
      <DnsRecord
        title="DMARC"
        use="Asks receivers for reports, and sends them here."
        record={dmarc}
        seen={published.dmarc}
        checkedAt={checkedAt}
      >
        <p class="muted">
          If you publish a DMARC record already, keep its policy and add this address to its <code>rua</code>.
        </p>
      </DnsRecord>
      <DnsRecord
        title="Verification"
        use="Proves that the domain is yours."
        record={verification}
        seen={published.verification}
        checkedAt={checkedAt}
      />
      <DnsRecord
        title="MTA-STS (optional)"
        use="Announces encryption of mail to you; reports do not need it."
        record={mta_sts}
        seen={published.mta_sts}
        checkedAt={checkedAt}
        isOptional
      />
      {authorization !== null && <Authorization seen={authorization} checkedAt={checkedAt} />}
      <details>
        <summary>All of them as lines of a zone file</summary>
        <Copyable text={toZoneLines(domain, zone)} what="the zone lines" />
      </details>
    </div>
  );
}
