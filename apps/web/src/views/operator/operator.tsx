import { useAnswer } from "../../data/use-answer.ts";
import { Moment } from "../../parts/figures.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useScope } from "../../session/session.ts";
import { DeadLetters } from "./dead-letters.tsx";
import { Health } from "./health.tsx";
import { Queues } from "./queues.tsx";
import { Reconciliation } from "./reconciliation.tsx";
import { Topics } from "./topics.tsx";
import { Verdict } from "./verdict.tsx";

const EVERY_MS = 10_000;

/** The whole service, over all organizations. */
export function OperatorView() {
  const isOperator = useScope("operator");
  return (
    <View title="Operator" lead="The whole service, over all organizations.">
      {isOperator ? (
        <State />
      ) : (
        <Empty title="This is for the operator of the service.">
          <p>
            On its machine, <code>npx ruaflow keys create monitoring --scopes operator</code> creates a key for it.
          </p>
        </Empty>
      )}
    </View>
  );
}

function State() {
  const asked = useAnswer({
    key: ["operator-state"],
    ask: (client, signal) => client.operator.readState({ signal }),
    everyMs: EVERY_MS,
  });
  return (
    <Answered asked={asked} what="the state of the service">
      {({ data: state }) => (
        <div class="stack">
          <Verdict state={state} />
          <p class="muted">
            As of <Moment at={state.read_at} />, renewed every {EVERY_MS / 1000} seconds.
          </p>
          <Queues state={state} />
          <DeadLetters letters={state.dead_letters} />
          <div class="columns">
            <Health state={state} />
            <Reconciliation reconciliation={state.reconciliation} />
          </div>
          <Topics topics={state.topics} />
        </div>
      )}
    </Answered>
  );
}
