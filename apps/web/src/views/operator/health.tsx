import { Fragment } from "preact";
import { Chip } from "../../parts/chips.tsx";
import { Panel } from "../../parts/view.tsx";
import type { ServiceState } from "./judge.ts";

/** What the service needs to run. */
export function Health({ state: { health } }: { readonly state: ServiceState }) {
  return (
    <Panel title="Health">
      <dl class="facts">
        {health.map(({ part, ok, error }) => (
          <Fragment key={part}>
            <dt>{part}</dt>
            <dd>
              <Chip tone={ok ? "good" : "bad"}>{ok ? "healthy" : "not healthy"}</Chip> {error}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
