import { fillPath } from "../../address.ts";
import { useFilter } from "../../filter/filter.ts";
import { describeWhomToAsk } from "../../parts/arrivals/ask.ts";
import { OutcomeChip } from "../../parts/arrivals/chips.tsx";
import { describeReason, explainReason, toSentence } from "../../parts/arrivals/reasons.ts";
import { OUTCOMES, type Submission } from "../../parts/arrivals/words.ts";
import { DomainName } from "../../parts/domain-name.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Trust } from "./trust.tsx";

/** One report or other thing that was found: what became of it, why, and whether its sender is believed. */
export function Entry({ entry }: { readonly entry: Submission["entries"][number] }) {
  const { outcome, reason, path, domain, domain_id: domainId, proof } = entry;
  const { linkTo } = useFilter();
  const maySeeDomain = useScope("domains:read");
  return (
    <article class="entry">
      <h3>
        <OutcomeChip outcome={outcome} /> {path || "the file itself"}
      </h3>
      <p>
        {reason !== null && <strong>{toSentence(describeReason(reason))} </strong>}
        {explainReason(entry) || OUTCOMES[outcome].means}{" "}
        {reason !== null && describeWhomToAsk(reason, proof?.reporter_domain ?? null)}
      </p>
      <dl class="facts">
        {domain !== null && (
          <>
            <dt>Domain</dt>
            <dd>
              {domainId !== null && maySeeDomain ? (
                <a href={linkTo(fillPath(paths.domain, { id: domainId }))}>
                  <DomainName name={domain} />
                </a>
              ) : (
                <DomainName name={domain} />
              )}
            </dd>
          </>
        )}
        {proof !== null && <Trust proof={proof} />}
        {reason !== null && (
          <>
            <dt>Code</dt>
            <dd>
              <code>{reason}</code>
            </dd>
          </>
        )}
      </dl>
      <Next entry={entry} />
    </article>
  );
}

/** Where to go from here. */
function Next({
  entry: { outcome, reason, report_id: reportId, domain },
}: {
  readonly entry: Submission["entries"][number];
}) {
  const { linkTo } = useFilter();
  const mayRead = useScope("reports:read");
  const mayAdd = useScope("domains:write");
  const hasReport = mayRead && reportId !== null && HAS_REPORT.has(outcome);
  const isUnknown = reason === "unknown-domain" && domain !== null && mayAdd;
  if (!hasReport && !isUnknown) return null;
  return (
    <p class="actions">
      {hasReport && (
        <a href={linkTo(fillPath(paths.report, { id: reportId }))}>
          {outcome === "stored" ? "Open the report" : "Open the report that was stored first"}
        </a>
      )}
      {isUnknown && (
        <a href={linkTo(paths.domains, { add: domain })}>
          Add <DomainName name={domain} />
        </a>
      )}
    </p>
  );
}

/** Outcomes of which the report with this id is stored. */
const HAS_REPORT: ReadonlySet<string> = new Set(["stored", "duplicate", "conflict"]);
