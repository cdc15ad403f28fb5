import type { Answer } from "@ruaflow/client";
import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { showDomains, toDomainText } from "../../format/idn.ts";
import { formatCount } from "../../format/numbers.ts";
import { formatSpan } from "../../format/spans.ts";
import { describeReason, TRUST } from "../../format/trust.ts";
import { Hint } from "../../hints/hint.tsx";
import { DomainName } from "../../parts/domain-name.tsx";
import { Moment, Rate } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { toDiscoveryText, toPolicyText } from "./policy-text.ts";

export type Report = Answer<"readReport">["data"];

/** Who reported, about what, and why it is believed. */
export function ReportFacts({ report }: { readonly report: Report }) {
  const { linkTo } = useFilter();
  const { domain, domain_id: id, date_range: span } = report;
  const discovery = toDiscoveryText(report.policy_published);
  return (
    <dl class="facts">
      <dt>Domain</dt>
      <dd>
        {domain === null ? (
          "being deleted"
        ) : (
          <a href={linkTo(fillPath(paths.domain, { id }), { domain: undefined })}>
            <DomainName name={domain} />
          </a>
        )}
      </dd>
      <dt>Period (UTC)</dt>
      <dd>{formatSpan(span.begin, span.end)}</dd>
      <dt>Messages</dt>
      <dd>
        {formatCount(report.total_count)}, <Rate passed={report.pass_count} failed={report.fail_count} /> passed
      </dd>
      <dt>
        <Hint term="policy">Published policy</Hint>
      </dt>
      <dd>
        <code>{toPolicyText(report.policy_published)}</code>
        {discovery && `, ${discovery}`}
      </dd>
      <dt>Trust</dt>
      <dd>
        <Trust report={report} />
      </dd>
      <dt>Received</dt>
      <dd>
        <Moment at={report.received_at} />, {CHANNELS[report.channel] ?? report.channel}
      </dd>
      <Sender report={report} />
    </dl>
  );
}

const CHANNELS: Readonly<Record<string, string>> = {
  smtp: "by mail",
  imap: "from a mailbox",
  folder: "from a folder",
  s3: "from a bucket",
  upload: "by upload",
  import: "by import",
};

function Trust({ report: { trust, trust_reason: reason, reporter_domain: by } }: { readonly report: Report }) {
  const proof = by === null ? TRUST[trust] : `${TRUST[trust]} for ${toDomainText(by)}`;
  if (trust !== "none") return <>{proof}</>;
  return (
    <span class="warn">
      {TRUST.none}
      {reason !== null && `: ${describeReason(reason)}`}. Totals leave it out unless your organization counts unproven
      reports.
    </span>
  );
}

/** What the reporter says about itself and the report. */
function Sender({ report }: { readonly report: Report }) {
  const said = [
    ["Report id", report.reporter_report_id],
    ["Email", report.reporter_email],
    ["Contact", report.reporter_contact],
    ["Software", report.generator],
    ["Errors", report.errors.join("; ")],
  ] as const;
  return (
    <>
      {said.map(([title, text]) =>
        text ? (
          <>
            <dt>{title}</dt>
            <dd>{showDomains(text)}</dd>
          </>
        ) : null,
      )}
    </>
  );
}
