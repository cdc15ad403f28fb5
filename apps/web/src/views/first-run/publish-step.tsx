import type { Answer, Client } from "@ruaflow/client";
import { useEffect } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { showDomains } from "../../format/idn.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Failed } from "../../parts/states.tsx";
import { useScope } from "../../session/session.ts";
import { DnsRecord } from "../domains/dns/dns-record.tsx";
import { type ListedDomain, STATUS } from "../domains/words.ts";
import { isProvable } from "./first-run.ts";
import { Step } from "./step.tsx";

interface PublishStepProps {
  readonly domain: ListedDomain | undefined;
  readonly dns: Answer<"readDomainDns"> | undefined;
}

/** The records of the domain, and whether DNS shows them. */
export function PublishStep({ domain, dns }: PublishStepProps) {
  return (
    <Step title="2. Publish its DNS records" isDone={domain?.status === "verified"}>
      {domain === undefined || dns === undefined ? (
        <p class="muted">They appear here when you add a domain.</p>
      ) : (
        <Records domain={domain} dns={dns} />
      )}
    </Step>
  );
}

/** Looks DNS up, and verifies the domain if that would succeed. */
async function checkAndVerify(client: Client, { id, status }: ListedDomain) {
  const dns = await client.domains.checkDns(id);
  if (status !== "verified" && isProvable(dns.meta.published)) await client.domains.verify(id);
}

interface RecordsProps {
  readonly domain: ListedDomain;
  readonly dns: Answer<"readDomainDns">;
}

function Records({ domain, dns: { data, meta } }: RecordsProps) {
  const mayVerify = useScope("domains:write");
  const isVerified = domain.status === "verified";
  const check = useWrite((client) => checkAndVerify(client, domain));
  const verify = useWrite((client) => client.domains.verify(domain.id));
  const isWaiting = mayVerify && !isVerified && isProvable(meta.published);
  // The service looks waiting domains up every minute: once it has seen the proof, no button is needed.
  useEffect(() => {
    if (isWaiting) verify.run(undefined);
  }, [isWaiting, meta.checked_at]);
  return (
    <>
      <p>
        <DomainName name={domain.domain} />: {STATUS[domain.status].text}.{" "}
        {meta.checked_at === null ? (
          "Not looked up yet."
        ) : (
          <span class="muted">
            Checked <Moment at={meta.checked_at} />. Checks repeat automatically.
          </span>
        )}
      </p>
      {meta.warnings.map((warning) => (
        <p key={warning} class="notice warn">
          {showDomains(warning)}
        </p>
      ))}
      {!(isVerified && meta.published.dmarc.state === "ok") && (
        <DnsRecord
          title="DMARC"
          use="Asks receivers for reports."
          record={data.dmarc}
          seen={meta.published.dmarc}
          checkedAt={meta.checked_at}
        />
      )}
      {!isVerified && (
        <DnsRecord
          title="Verification"
          use="Proves that the domain is yours."
          record={data.verification}
          seen={meta.published.verification}
          checkedAt={meta.checked_at}
        />
      )}
      {mayVerify && (
        <p class="actions">
          <button type="button" disabled={check.isBusy} onClick={() => check.run(undefined)}>
            {check.isBusy ? "Asking DNS …" : "Check now"}
          </button>
        </p>
      )}
      {check.error && <Failed what="check the records" error={check.error} />}
      {verify.error && <Failed what="verify the domain" error={verify.error} />}
    </>
  );
}
