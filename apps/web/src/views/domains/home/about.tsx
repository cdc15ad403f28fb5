import { formatDay } from "../../../format/dates.ts";
import { Chip } from "../../../parts/chips.tsx";
import { ClientLink } from "../../../parts/client-link.tsx";
import { Moment } from "../../../parts/figures.tsx";
import { Panel } from "../../../parts/view.tsx";
import { useDomainLinks } from "../domain-links.ts";
import { Labels } from "../labels.tsx";
import { type Domain, STATUS } from "../words.ts";

/** Whose the domain is, and since when it is here. */
export function About({ domain }: { readonly domain: Domain }) {
  const { toDomain } = useDomainLinks();
  const { last_report_at: reportAt, latest_day: day, client_reference: client } = domain;
  return (
    <Panel title="About" actions={<a href={toDomain(domain.id, "settings")}>Settings</a>}>
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
        <dt>Last report</dt>
        <dd>
          {reportAt === null ? "none yet" : <Moment at={reportAt} />}
          {day !== null && `; the newest day reported is ${formatDay(day)}`}
        </dd>
        <dt>Client</dt>
        <dd>{client === null ? <span class="muted">not set</span> : <ClientLink reference={client} />}</dd>
        <dt>Labels</dt>
        <dd>{domain.labels.length === 0 ? <span class="muted">none</span> : <Labels labels={domain.labels} />}</dd>
        <dt>Added</dt>
        <dd>
          <Moment at={domain.created_at} />
        </dd>
      </dl>
    </Panel>
  );
}
