import { Moment } from "../../parts/figures.tsx";
import { Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { AttemptResult } from "./attempt-result.tsx";
import type { Delivery } from "./words.ts";

/** Each attempt, and what the endpoint answered. */
export function Attempts({
  delivery: { attempts, attempt_count: count, next_attempt_at: next },
}: {
  readonly delivery: Delivery;
}) {
  return (
    <Panel
      title="Attempts"
      note={
        next !== null && (
          <>
            The next is due at <Moment at={next} />.
          </>
        )
      }
    >
      {attempts.length === 0 && <Empty title="There was no attempt yet." />}
      <ol class="list entries" reversed>
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <h3>
              Attempt {attempt.number}{" "}
              <span class="muted">
                <Moment at={attempt.started_at} />
              </span>
            </h3>
            <AttemptResult attempt={attempt} />
          </li>
        ))}
      </ol>
      {count > attempts.length && <p class="muted">Only the latest {attempts.length} are kept.</p>}
    </Panel>
  );
}
