import type { DnsChange } from "../../../chart/policy-changes.ts";
import { showDomains } from "../../../format/idn.ts";
import { Chip } from "../../../parts/chips.tsx";
import { DomainName } from "../../../parts/domain-name.tsx";
import { Moment } from "../../../parts/figures.tsx";
import { Panel } from "../../../parts/view.tsx";
import { useDomainLinks } from "../domain-links.ts";
import { describeLoss, MAIN, type Readiness } from "../readiness/words.ts";
import { type Domain, POLICY_MEANS } from "../words.ts";
import { findSince, toSteps } from "./policy-steps.ts";

interface JourneyProps {
  readonly domain: Domain;
  readonly readiness: Readiness;
  readonly history: readonly DnsChange[];
}

const STATES = {
  past: { text: "done", tone: "plain" },
  current: { text: "now", tone: "good" },
  next: { text: "next", tone: "warn" },
  later: { text: "later", tone: "plain" },
} as const;

/** The way from none to reject: where the domain stands, since when, and what stands in the way. */
export function Journey({ domain, readiness, history }: JourneyProps) {
  const { toDomain } = useDomainLinks();
  const policy = domain.dmarc_policy;
  return (
    <Panel
      title="Policy"
      hint="policy"
      note={
        domain.dmarc_policy_inherited_from && (
          <>
            Inherited from <DomainName name={domain.dmarc_policy_inherited_from} />.
          </>
        )
      }
      actions={<a href={toDomain(domain.id, "readiness")}>What a stricter policy would cost</a>}
    >
      <ol class="journey">
        {toSteps(policy).map(({ policy: name, state }) => (
          <li key={name} class={state} aria-current={state === "current" ? "step" : undefined}>
            <p>
              <strong>{name}</strong> <Chip tone={STATES[state].tone}>{STATES[state].text}</Chip>
            </p>
            <p class="muted">{POLICY_MEANS[name]}</p>
            {state === "current" && <Since policy={name} history={history} />}
          </li>
        ))}
      </ol>
      <InTheWay readiness={readiness} />
    </Panel>
  );
}

function Since({ policy, history }: { readonly policy: string; readonly history: readonly DnsChange[] }) {
  const since = findSince(history, policy);
  if (since === null) return null;
  return (
    <p>
      since <Moment at={since.at} />
      {since.isAtLeast && " or earlier"}
    </p>
  );
}

/** Where reject is published, nothing is in its way any more. */
const toObstacleTitle = (policy: Readiness["dmarc_policy"]) =>
  policy === "reject" ? "Reject is published, but not safe for all of your mail:" : "In the way of reject:";

/** What a stricter policy would do to own mail, and why it is too early. */
function InTheWay({
  readiness: { ready, reasons, scenarios, dmarc_policy: policy },
}: {
  readonly readiness: Readiness;
}) {
  const next = policy === "none" || policy === null ? "quarantine" : "reject";
  const { title, fate } = MAIN[next];
  return (
    <div class={`notice ${ready ? "good" : "warn"}`}>
      <p>
        <strong>{ready ? "Nothing stands in the way of reject." : toObstacleTitle(policy)}</strong>
      </p>
      {!ready && (
        <ul>
          {reasons.map(({ code, explanation }) => (
            <li key={code}>{showDomains(explanation)}</li>
          ))}
        </ul>
      )}
      <p>
        {policy === "reject" ? "Under reject" : `With ${title.toLowerCase()}`}: {describeLoss(scenarios[next], fate)}
      </p>
    </div>
  );
}
