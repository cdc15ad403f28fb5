import { useLocation } from "preact-iso";
import { useAnswer } from "../data/use-answer.ts";
import type { FilterParameters } from "../filter/filter.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { Failed } from "../parts/states.tsx";
import { Panel } from "../parts/view.tsx";
import { type ChartDay, nameBar } from "./buckets.ts";
import { DayChart } from "./day-chart.tsx";
import type { Mark } from "./drawing.tsx";
import { stack } from "./series.ts";
import { StackPicker } from "./stack-picker.tsx";
import { readSeries, readStack, type SeriesStack } from "./stacks.ts";

interface MailChartProps {
  readonly days: readonly ChartDay[];
  /** Which mail it is. */
  readonly parameters: FilterParameters;
  readonly marks?: readonly Mark[];
  readonly note?: string | undefined;
}

/** The messages of the period: per day or week, stacked as the address says. */
export function MailChart({ days, parameters, marks = [], note }: MailChartProps) {
  const chosen = readStack(useLocation().query.stack);
  const title = `Messages per ${nameBar(days.length)}`;
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <>
          <StackPicker chosen={chosen} />
          <CsvLink
            toPath={(client) => client.toCsvPath("readAggregate", { query: parameters })}
            what="messages per day"
          />
        </>
      }
    >
      {chosen.by === "result" ? (
        <DayChart days={days} marks={marks} />
      ) : (
        <StackedChart key={chosen.by} days={days} parameters={parameters} marks={marks} chosen={chosen} />
      )}
    </Panel>
  );
}

interface StackedChartProps extends MailChartProps {
  readonly chosen: SeriesStack;
}

/** As long as the parts are not there, the bars show the results. */
function StackedChart({ days, parameters, marks = [], chosen: { by, text, rest } }: StackedChartProps) {
  const asked = useAnswer({
    key: ["stack", by, parameters],
    ask: (client, signal) => readSeries(client, { by, parameters, signal }),
  });
  if (asked.error)
    return <Failed what={`load the messages by ${text}`} error={asked.error} retry={() => asked.refetch()} />;
  const isCurrent = asked.data !== undefined && !asked.isPlaceholderData;
  return (
    <div aria-busy={!isCurrent}>
      <DayChart marks={marks} {...(isCurrent ? stack(days, asked.data, rest) : { days })} />
    </div>
  );
}
