import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { Copyable } from "../../parts/copy.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Raw } from "./raw.tsx";
import type { Delivery } from "./words.ts";

/** The event, as its bytes say it. */
export function EventBody({
  delivery: { event, event_type: type, created_at: queued },
}: {
  readonly delivery: Delivery;
}) {
  return (
    <Panel title="Event">
      <dl class="facts">
        <dt>Type</dt>
        <dd>
          <code>{type}</code>
        </dd>
        <dt>Queued</dt>
        <dd>
          <Moment at={queued} />
        </dd>
        <dt>Id</dt>
        <dd>
          <Copyable text={event.id} what="the event's id" />
          <span class="muted">
            in the header <code>webhook-id</code>, the same in each attempt;{" "}
            <a href="/docs/webhooks">all headers and how to check them</a>
          </span>
        </dd>
        {/* A sample is about nothing that there is. */}
        {!event.test && <About data={event.data} />}
      </dl>
      <Raw label="Body of the event" text={JSON.stringify(event, null, 2)} />
    </Panel>
  );
}

/** What the event is about, where it is in the page. */
function About({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const { linkTo } = useFilter();
  const maySeeDomain = useScope("domains:read");
  const maySeeReport = useScope("reports:read");
  const { domain_id: domainId, domain, report_id: reportId } = data;
  return (
    <>
      {maySeeDomain && typeof domainId === "string" && (
        <>
          <dt>Domain</dt>
          <dd>
            <a href={linkTo(fillPath(paths.domain, { id: domainId }))}>
              <DomainName name={String(domain ?? domainId)} />
            </a>
          </dd>
        </>
      )}
      {maySeeReport && typeof reportId === "string" && (
        <>
          <dt>Report</dt>
          <dd>
            <a href={linkTo(fillPath(paths.report, { id: reportId }))}>{reportId}</a>
          </dd>
        </>
      )}
    </>
  );
}
