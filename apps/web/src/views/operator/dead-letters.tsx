import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { formatCount } from "../../format/numbers.ts";
import { Pager, usePage } from "../../parts/pager.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Panel } from "../../parts/view.tsx";
import type { ServiceState } from "./judge.ts";
import { LettersTable } from "./letters-table.tsx";

/** Messages that could not be processed, with what to do about them. */
export function DeadLetters({ letters: { value, error } }: { readonly letters: ServiceState["dead_letters"] }) {
  if (value === null || value.total === 0) {
    return (
      <Panel title="Dead letters" note="Messages that could not be processed">
        <Empty title={error ?? "None in the last 30 days."} />
      </Panel>
    );
  }
  return (
    <Panel
      title="Dead letters"
      note={
        <>
          {value.complete ? "" : "At least "}
          {formatCount(value.total)} messages of the last 30 days could not be processed and were set aside;{" "}
          {formatCount(value.replayed)} of them were replayed. <code>ruaflow dead-letters show ID</code> shows one,{" "}
          <code>ruaflow dead-letters replay ID</code> processes it again.
        </>
      }
    >
      <ReasonTabs value={value} />
      <Letters />
    </Panel>
  );
}

function ReasonTabs({ value: { groups } }: { readonly value: NonNullable<ServiceState["dead_letters"]["value"]> }) {
  const { path, query } = useLocation();
  const toReason = (reason: string | undefined) => toAddress(path, { ...query, page: undefined, reason });
  const reasons = [...new Set(groups.map(({ reason }) => reason))];
  const count = (wanted: string) =>
    groups.reduce((sum, { reason, letters }) => sum + (reason === wanted ? letters : 0), 0);
  return (
    <Tabs
      label="Reasons"
      tabs={[
        { text: "all", href: toReason(undefined), isCurrent: !query.reason },
        ...reasons.map((reason) => ({
          text: reason,
          href: toReason(reason),
          isCurrent: query.reason === reason,
          count: count(reason),
        })),
      ]}
    />
  );
}

function Letters() {
  const { reason } = useLocation().query;
  const query = { ...(reason && { reason }), page: usePage(), per_page: 20 };
  const asked = useAnswer({
    key: ["dead-letters", query],
    ask: (client, signal) => client.operator.listDeadLetters(query, { signal }),
  });
  return (
    <Answered asked={asked} what="the dead letters">
      {({ data, meta }) => (
        <>
          {data.length === 0 ? <Empty title="None has this reason." /> : <LettersTable rows={data} />}
          <Pager meta={meta} />
        </>
      )}
    </Answered>
  );
}
