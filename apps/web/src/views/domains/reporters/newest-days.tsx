import { formatDay } from "../../../format/dates.ts";
import { formatCount, formatRate } from "../../../format/numbers.ts";
import { Empty } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { Panel } from "../../../parts/view.tsx";
import type { ReportersAnswer } from "./words.ts";

interface NewestDaysProps {
  readonly days: ReportersAnswer["meta"]["days"];
}

/** What has come in of the newest days, so that a day that is still coming in does not look like a drop. */
export function NewestDays({ days }: NewestDaysProps) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Panel title="How complete the newest days are" note="Compared with the same weekday before. UTC days.">
      {days.length === 0 ? (
        <Empty title="This period has no day yet." />
      ) : (
        <Table
          caption="Newest days"
          rows={days.toReversed()}
          toKey={({ date }) => date}
          columns={[
            { title: "Day", cell: ({ date }) => <span class="whole">{formatDay(date)}</span> },
            { title: "Messages", isNumber: true, cell: ({ messages }) => formatCount(messages) },
            { title: "Usual", isNumber: true, cell: ({ usual_messages: usual }) => orUnknown(usual, formatCount) },
            { title: "Complete", isNumber: true, cell: ({ complete_share: share }) => orUnknown(share, formatRate) },
            { title: "Reporters", isNumber: true, cell: ({ reporters }) => formatCount(reporters) },
            {
              title: "Expected",
              isNumber: true,
              cell: ({ expected_reporters: count }) => orUnknown(count, formatCount),
            },
            {
              title: "Missing",
              cell: ({ date, missing }) =>
                date === today ? (
                  <span class="muted">the day is not over</span>
                ) : (
                  missing.map(({ reporter, share }) => `${reporter} (${formatRate(share)})`).join(", ")
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function orUnknown(value: number | null, format: (value: number) => string): string {
  return value === null ? "–" : format(value);
}
