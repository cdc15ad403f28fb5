import type { ComponentChildren } from "preact";
import { toDomainText } from "../../format/idn.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { describeOverride, judgeAlignment, type ReportRecord } from "./alignment.ts";

interface ResultsProps {
  readonly record: ReportRecord;
}

/** Each signature with its result, and whether it counts for the From domain. */
export function DkimResults({ record }: ResultsProps) {
  const { policy_evaluated: evaluated, identifiers, auth_results: results } = record;
  return (
    <Results verdict={evaluated.dkim} none="no signature">
      {results.dkim.map((each, index) => (
        <Result
          key={index}
          what={describe(each.domain, each.selector)}
          result={each.result}
          remark={each.human_result}
          alignment={judgeAlignment(each, { evaluated: evaluated.dkim, headerFrom: identifiers.header_from })}
        />
      ))}
    </Results>
  );
}

/** Each check with its result, and whether it counts for the From domain. */
export function SpfResults({ record }: ResultsProps) {
  const { policy_evaluated: evaluated, identifiers, auth_results: results } = record;
  return (
    <Results verdict={evaluated.spf} none="not checked">
      {results.spf.map((each, index) => (
        <Result
          key={index}
          what={describe(each.domain, each.scope === "helo" ? "HELO" : "")}
          result={each.result}
          remark={each.human_result}
          alignment={judgeAlignment(each, { evaluated: evaluated.spf, headerFrom: identifiers.header_from })}
        />
      ))}
    </Results>
  );
}

function describe(domain: string, of: string): string {
  const name = toDomainText(domain);
  return of === "" ? name : `${name} (${of})`;
}

interface VerdictProps {
  /** What counts for DMARC: pass or fail. */
  readonly verdict: string;
  readonly none: string;
  readonly children: readonly ComponentChildren[];
}

function Results({ verdict, none, children }: VerdictProps) {
  return (
    <div class="words">
      <strong class={verdict === "pass" ? "good" : "bad"}>{verdict}</strong>
      {children.length === 0 ? <div class="muted">{none}</div> : children}
    </div>
  );
}

interface ResultProps {
  readonly what: string;
  readonly result: string;
  readonly remark: string;
  readonly alignment: string | null;
}

function Result({ what, result, remark, alignment }: ResultProps) {
  return (
    <div>
      {what}: {result}
      {alignment !== null && `, ${alignment}`}
      {remark !== "" && <span class="muted"> ({remark})</span>}
    </div>
  );
}

/** The From domain, and the envelope's where it is another. */
export function Identifiers({ identifiers }: Pick<ReportRecord, "identifiers">) {
  const { header_from: from, envelope_from: sender, envelope_to: to } = identifiers;
  return (
    <div class="name">
      <DomainName name={from} />
      {sender !== null && sender !== "" && sender !== from && (
        <div class="muted">
          envelope: <DomainName name={sender} />
        </div>
      )}
      {to !== null && to !== "" && (
        <div class="muted">
          to: <DomainName name={to} />
        </div>
      )}
    </div>
  );
}

/** Why the receiver did not apply the policy. */
export function Exceptions({ record: { policy_evaluated: evaluated } }: ResultsProps) {
  if (evaluated.reasons.length === 0) return null;
  return <div class="words">{evaluated.reasons.map((reason) => describeOverride(reason)).join("; ")}</div>;
}
