import { countOf, formatCount } from "../../format/numbers.ts";
import { describeReason, explainReason } from "../../parts/arrivals/reasons.ts";
import { ExplainedReport } from "./explained-report.tsx";
import type { Explanation } from "./explanation.ts";

/** What is in a file, and what could not be read. */
export function Explained({ answer }: { readonly answer: Explanation }) {
  const { reports, rejections, mails } = answer;
  const left = answer.reports_omitted + answer.rejections_omitted + answer.entries_omitted;
  return (
    <div class="stack">
      <p role="status" class={`notice ${reports.length === 0 ? "bad" : rejections.length > 0 ? "warn" : "good"}`}>
        {describe(answer)}
        {mails > 0 && ` The mailbox has ${countOf(mails, "email")}.`}
      </p>
      {rejections.length > 0 && (
        <section class="entry">
          <h3>What cannot be read</h3>
          <ul class="list">
            {rejections.map((rejection) => (
              <li key={rejection.path}>
                <strong>{rejection.path}</strong>: {describeReason(rejection.reason)}.{" "}
                <span class="muted">{explainReason(rejection)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {reports.map((report, index) => (
        <ExplainedReport key={`${index} ${report.path}`} report={report} />
      ))}
      {left > 0 && <p class="muted">{formatCount(left)} more in the file are not shown.</p>}
    </div>
  );
}

function describe({ reports, rejections, reports_omitted: more }: Explanation): string {
  const found = reports.length + more;
  const bad = rejections.length === 0 ? "" : ` ${countOf(rejections.length, "other part")} cannot be stored.`;
  if (found === 0) return "It has no report that can be stored.";
  return `${countOf(found, "report")} can be read and would be stored if ${found === 1 ? "its domain is" : "their domains are"} yours.${bad}`;
}
