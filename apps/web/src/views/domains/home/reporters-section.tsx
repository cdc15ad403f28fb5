import { useAnswer } from "../../../data/use-answer.ts";
import { ofDomain, useFilter } from "../../../filter/filter.ts";
import { formatDay } from "../../../format/dates.ts";
import { formatCount } from "../../../format/numbers.ts";
import { Chip } from "../../../parts/chips.tsx";
import { Rate } from "../../../parts/figures.tsx";
import { Share } from "../../../parts/share.tsx";
import { Answered, Empty } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import { paths } from "../../../paths.ts";
import { useDomainLinks } from "../domain-links.ts";
import { STATES } from "../reporters/words.ts";
import type { Domain } from "../words.ts";

const SHOWN = 5;

/** The reporters with most messages, and how many are late. */
export function ReportersSection({ domain: { id } }: { readonly domain: Domain }) {
  const { parameters, linkTo } = useFilter();
  const { toDomain } = useDomainLinks();
  const query = { start_date: parameters.start_date, end_date: parameters.end_date, page: 1, per_page: SHOWN };
  const asked = useAnswer({
    key: ["reporters", id, query],
    ask: (client, signal) => client.domains.listReporters(id, query, { signal }),
  });
  const states = asked.data?.meta.states;
  return (
    <Panel
      title="Reporters"
      note={
        states &&
        `${formatCount(states.reporting)} reporting, ${formatCount(states.late)} late, ${formatCount(states.stopped)} stopped.`
      }
      actions={<a href={toDomain(id, "reporters")}>All reporters</a>}
    >
      <Answered asked={asked} what="the reporters">
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title="No reporter has sent a report about this period." />
          ) : (
            <Table
              caption="Reporters"
              rows={data}
              toKey={({ reporter }) => reporter}
              columns={[
                {
                  title: "Reporter",
                  cell: ({ reporter }) => <a href={linkTo(paths.reports, { ...ofDomain(id), reporter })}>{reporter}</a>,
                },
                {
                  title: "State",
                  cell: ({ state }) => <Chip tone={STATES[state].tone}>{STATES[state].text}</Chip>,
                },
                { title: "Messages", isNumber: true, cell: ({ messages }) => formatCount(messages) },
                {
                  title: "Share",
                  isNumber: true,
                  cell: ({ messages }) => <Share part={messages} whole={meta.messages} />,
                },
                {
                  title: "Passed",
                  isNumber: true,
                  cell: ({ passed, failed }) => <Rate passed={passed} failed={failed} />,
                },
                { title: "Last day (UTC)", cell: ({ last_day: day }) => formatDay(day) },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
