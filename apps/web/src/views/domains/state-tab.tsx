import { formatDay } from "../../format/dates.ts";
import { countOf, formatRate } from "../../format/numbers.ts";
import { Chip } from "../../parts/chips.tsx";
import { Moment, Points } from "../../parts/figures.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useDomainLinks } from "./domain-links.ts";
import { Labels } from "./labels.tsx";
import { NextSteps } from "./next-steps-list.tsx";
import { Verification } from "./verification.tsx";
import { type Domain, describeDns, describePolicy, STATUS } from "./words.ts";

/** Where the domain stands, and what to do next. */
export function StateTab({ domain }: { readonly domain: Domain }) {
  return (
    <>
      <NextSteps domain={domain} />
      {domain.status !== "verified" && <Verification domain={domain} />}
      <Panel title="Status" note="Figures are of the last 30 UTC days.">
        <Facts domain={domain} />
      </Panel>
    </>
  );
}

function Facts({ domain }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const { id, dns_checked_at: checkedAt, open_alerts: alerts, dmarc_policy_inherited_from: from } = domain;
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <Chip tone={STATUS[domain.status].tone}>{STATUS[domain.status].text}</Chip>{" "}
        {domain.verified_at !== null && (
          <>
            since <Moment at={domain.verified_at} />
          </>
        )}
      </dd>
      <Mail domain={domain} />
      <dt>Policy</dt>
      <dd>
        <a href={toDomain(id, "readiness")}>{describePolicy(domain.dmarc_policy)}</a>
        {from !== null && `, inherited from ${from}`}
      </dd>
      <dt>DNS records</dt>
      <dd>
        <a href={toDomain(id, "dns")}>{describeDns(domain).text}</a>
        {checkedAt !== null && (
          <>
            , looked up <Moment at={checkedAt} />
          </>
        )}
      </dd>
      <dt>Alerts</dt>
      <dd>{alerts === 0 ? "none open" : <a href={toDomain(id, "alerts")}>{countOf(alerts, "open alert")}</a>}</dd>
      <dt>Client</dt>
      <dd>{domain.client_reference ?? <span class="muted">not set</span>}</dd>
      <dt>Labels</dt>
      <dd>{domain.labels.length === 0 ? <span class="muted">none</span> : <Labels labels={domain.labels} />}</dd>
      <dt>Added</dt>
      <dd>
        <Moment at={domain.created_at} />
      </dd>
    </dl>
  );
}

function Mail({ domain: { id, messages, pass_rate: rate, ...domain } }: { readonly domain: Domain }) {
  const { toRows } = useDomainLinks();
  return (
    <>
      <dt>Pass rate</dt>
      <dd>
        {messages === 0 ? (
          "no mail"
        ) : (
          <>
            <a href={toRows(paths.sources, id)}>{formatRate(rate)}</a>
            {domain.pass_rate_change !== null && (
              <>
                , <Points change={domain.pass_rate_change} /> points against the 30 days before
              </>
            )}
          </>
        )}
      </dd>
      <dt>Messages</dt>
      <dd>
        <a href={toRows(paths.reports, id)}>{countOf(messages, "message")}</a>
      </dd>
      <dt>Last report</dt>
      <dd>
        {domain.last_report_at === null ? "none yet" : <Moment at={domain.last_report_at} />}
        {domain.latest_day !== null && `; the newest day reported is ${formatDay(domain.latest_day)}`}
      </dd>
    </>
  );
}
