import { formatCount } from "../../format/numbers.ts";
import { Hint } from "../../hints/hint.tsx";
import { DomainName, DomainNames } from "../../parts/domain-name.tsx";
import { Table } from "../../parts/table.tsx";
import { Panel } from "../../parts/view.tsx";
import type { Source } from "./source-table.tsx";

/** What the class of a source was derived from. */
export function SourceEvidence({
  source: { evidence, spf_domains: spf, dkim_domains: dkim },
}: {
  readonly source: Source;
}) {
  if (evidence === undefined) return null;
  const rows = [
    ...evidence.dkim.map((result) => ({ ...result, by: "DKIM" })),
    ...evidence.spf.map((result) => ({ ...result, by: "SPF", selector: null })),
  ];
  return (
    <Panel
      title="Evidence"
      note={`${formatCount(evidence.messages)} of its messages, by the rule “${evidence.rule.replaceAll("_", " ")}”`}
    >
      {rows.length > 0 && (
        <Table
          caption="Results of SPF and DKIM"
          rows={rows}
          toKey={({ by, domain, result, selector }) => [by, domain, result, selector].join(" ")}
          columns={[
            { title: "Check", cell: ({ by }) => by },
            { title: "Domain", cell: ({ domain }) => <DomainName name={domain} /> },
            { title: "Selector", hint: "selector", cell: ({ selector }) => selector ?? <span class="muted">–</span> },
            { title: "Result", cell: ({ result }) => result },
            { title: "Messages", isNumber: true, cell: ({ messages }) => formatCount(messages) },
          ]}
        />
      )}
      <dl class="facts">
        <dt>From header</dt>
        <dd>{evidence.header_from.length === 0 ? "not reported" : <DomainNames names={evidence.header_from} />}</dd>
        <dt>
          Passed <Hint term="spf">SPF</Hint> for
        </dt>
        <dd>{spf.length === 0 ? "no domain" : <DomainNames names={spf} />}</dd>
        <dt>
          Passed <Hint term="dkim">DKIM</Hint> for
        </dt>
        <dd>{dkim.length === 0 ? "no domain" : <DomainNames names={dkim} />}</dd>
        {evidence.reasons.length > 0 && (
          <>
            <dt>Receivers say</dt>
            <dd>{evidence.reasons.map((reason) => reason.replaceAll("_", " ")).join(", ")}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}
