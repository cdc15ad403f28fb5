import { DayChart } from "../../chart/day-chart.tsx";
import { useAggregate } from "../../data/use-mail.ts";
import { useFilter } from "../../filter/filter.ts";
import type { SenderParameters } from "../../filter/sender-filter.ts";
import { CsvLink } from "../../parts/csv-link.tsx";
import { Answered } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";

/** On which days an address or a sender sent. */
export function SourceDays({ senders }: { readonly senders: SenderParameters }) {
  const { parameters } = useFilter();
  const query = { ...parameters, ...senders };
  const asked = useAggregate(query);
  return (
    <Panel
      title="Messages per day"
      actions={
        <CsvLink toPath={(client) => client.toCsvPath("readAggregate", { query })} what="its messages per day" />
      }
    >
      <Answered asked={asked} what="its days">
        {({ data }) => <DayChart days={data.daily} />}
      </Answered>
    </Panel>
  );
}
