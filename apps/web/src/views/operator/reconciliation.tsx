import { formatCount } from "../../format/numbers.ts";
import { Moment } from "../../parts/figures.tsx";
import { Empty } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import type { ServiceState } from "./judge.ts";

/** The last comparison of what was taken in with what is stored. */
export function Reconciliation({ reconciliation: { value, error } }: Pick<ServiceState, "reconciliation">) {
  return (
    <Panel
      title="Last comparison of the databases"
      note="Accepted reports (PostgreSQL) compared with counted records (ClickHouse)"
    >
      {value === null ? (
        <Empty title={error ?? "There was none yet."} />
      ) : (
        <dl class="facts">
          <dt>Ended</dt>
          <dd>
            <Moment at={value.finished_at} />
          </dd>
          <dt>Compared</dt>
          <dd>{formatCount(value.reports)} reports</dd>
          <dt>Missing</dt>
          <dd>{formatCount(value.missing)} without all their rows, after repair</dd>
          <dt>Altered</dt>
          <dd>{formatCount(value.altered)} whose rows differ</dd>
          <dt>Doubled</dt>
          <dd>{formatCount(value.doubled)} with rows twice</dd>
          <dt>Unknown</dt>
          <dd>{formatCount(value.unknown)} in ClickHouse alone</dd>
        </dl>
      )}
    </Panel>
  );
}
