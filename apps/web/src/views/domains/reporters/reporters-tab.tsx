import { useLocation } from "preact-iso";
import { useAnswer } from "../../../data/use-answer.ts";
import { useFilter } from "../../../filter/filter.ts";
import { ParameterSelect } from "../../../filter/parameter-fields.tsx";
import { PeriodPicker } from "../../../filter/period-picker.tsx";
import { countOf, formatCount } from "../../../format/numbers.ts";
import { CsvLink } from "../../../parts/csv-link.tsx";
import { Pager, usePage } from "../../../parts/pager.tsx";
import { Answered, Empty } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import type { Domain } from "../words.ts";
import { NewestDays } from "./newest-days.tsx";
import { ReportersTable } from "./reporters-table.tsx";
import { type ReportersAnswer, STATES, toState } from "./words.ts";

const PER_PAGE = 50;

/** Who reports about the domain, who is late or has stopped, and what policy they saw. */
export function ReportersTab({ domain: { id } }: { readonly domain: Domain }) {
  const { filter, parameters, changePeriod } = useFilter();
  const state = toState(useLocation().query.state);
  const { start_date, end_date } = parameters;
  const query = { start_date, end_date, ...(state && { state }) };
  const page = { ...query, page: usePage(), per_page: PER_PAGE };
  const asked = useAnswer({
    key: ["reporters", id, page],
    ask: (client, signal) => client.domains.listReporters(id, page, { signal }),
  });
  return (
    <>
      <search class="filter-bar" aria-label="Which reporters">
        <PeriodPicker period={filter.period} choose={changePeriod} />
        <ParameterSelect
          label="State"
          name="state"
          all="any state"
          options={Object.entries(STATES).map(([value, { text, means }]) => ({ value, text: `${text}: ${means}` }))}
        />
      </search>
      <Answered asked={asked} what="the reporters">
        {(answer) => (
          <div class="stack">
            <Reporters id={id} answer={answer} query={query} />
            <NewestDays days={answer.meta.days} />
          </div>
        )}
      </Answered>
    </>
  );
}

interface ReportersProps {
  readonly id: string;
  readonly answer: ReportersAnswer;
  readonly query: object;
}

function Reporters({ id, answer: { data, meta }, query }: ReportersProps) {
  const { reporting, late, stopped, occasional } = meta.states;
  return (
    <Panel
      title="Who reports"
      note={`${formatCount(reporting)} reporting, ${formatCount(late)} late, ${formatCount(stopped)} stopped, ${formatCount(occasional)} occasional; ${countOf(meta.messages, "message")} in this period.`}
      actions={
        <CsvLink
          toPath={(client) => client.toCsvPath("listDomainReporters", { path: { id }, query: query })}
          what="reporters"
        />
      }
    >
      {data.length === 0 ? (
        <Empty title="No reporters match in this period." />
      ) : (
        <>
          <ReportersTable reporters={data} domain={id} />
          <Pager meta={meta} />
        </>
      )}
    </Panel>
  );
}
