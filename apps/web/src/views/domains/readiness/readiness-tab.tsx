import { useAnswer } from "../../../data/use-answer.ts";
import { useFilter } from "../../../filter/filter.ts";
import { PeriodBar } from "../../../filter/filter-bar.tsx";
import { showDomains } from "../../../format/idn.ts";
import { Answered } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { type Domain, describePolicy } from "../words.ts";
import { Classes } from "./classes.tsx";
import { Obstacles } from "./obstacles.tsx";
import { Scenarios } from "./scenarios.tsx";
import type { Readiness } from "./words.ts";

/** Whether the policy can become stricter, what that would cost, and what stands in the way. */
export function ReadinessTab({ domain: { id } }: { readonly domain: Domain }) {
  const { parameters } = useFilter();
  const { start_date, end_date } = parameters;
  const query = { start_date, end_date };
  const asked = useAnswer({
    key: ["readiness", id, query],
    ask: (client, signal) => client.domains.readReadiness(id, query, { signal }),
  });
  return (
    <>
      <PeriodBar />
      <Answered asked={asked} what="the readiness">
        {({ data }) => (
          <div class="stack">
            <Verdict readiness={data} />
            <Scenarios scenarios={data.scenarios} />
            <Obstacles readiness={data} />
            <Classes readiness={data} />
          </div>
        )}
      </Answered>
    </>
  );
}

function Verdict({ readiness: { ready, reasons, dmarc_policy: policy } }: { readonly readiness: Readiness }) {
  const isThere = policy === "reject";
  return (
    <Panel
      title={isThere ? "Is reject safe?" : "Is it ready for reject?"}
      note={`The policy now is ${describePolicy(policy)}.`}
    >
      {ready ? (
        <p class="notice good">Yes. No report of this period argues against it.</p>
      ) : (
        <div class="notice warn">
          <p>
            <strong>{isThere ? "Not for all of your mail." : "Not yet."}</strong>
          </p>
          <ul>
            {reasons.map(({ code, explanation }) => (
              <li key={code}>{showDomains(explanation)}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
