import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount } from "../format/numbers.ts";
import { describeRate } from "../parts/figures.tsx";
import { Table } from "../parts/table.tsx";
import { type Bucket, type ChartDay, nameBar, toBuckets } from "./buckets.ts";
import { Drawing, type Mark, type PlacedMark, toPlaces } from "./drawing.tsx";
import { RangeSlider } from "./range-slider.tsx";
import { RESULTS, type Series } from "./series.ts";
import { describeDays, describeState } from "./words.ts";

interface DayChartProps {
  readonly days: readonly ChartDay[];
  readonly marks?: readonly Mark[];
  /** What the bars are stacked of; the days have as many parts. */
  readonly series?: readonly Series[];
}

/**
 * Messages per day or week, stacked, with the pass rate as a line and marks of what happened. SVG instead of a library: it takes its
 * colours from the page, and a library for charts is larger than all views.
 */
export function DayChart({ days, marks = [], series = RESULTS }: DayChartProps) {
  const [place, width] = useWidth();
  const buckets = toBuckets(days);
  const bar = nameBar(days.length);
  const placed = marks.flatMap((mark) => {
    const index = buckets.findIndex(({ date, end }) => date <= mark.date && mark.date <= end);
    return index < 0 ? [] : [{ ...mark, index }];
  });
  const places = toPlaces(width, buckets.length);
  return (
    <figure class="chart">
      <div class="chart-place" ref={place}>
        <RangeSlider buckets={buckets} series={series} bar={bar} places={places}>
          {(selection) =>
            places.step > 0 && (
              <Drawing buckets={buckets} series={series} marks={placed} selection={selection} width={width} />
            )
          }
        </RangeSlider>
      </div>
      <Legend buckets={buckets} series={series} hasMarks={placed.length > 0} />
      <details>
        <summary>Show as a table</summary>
        <BarTable buckets={buckets} series={series} bar={bar} marks={placed} />
      </details>
    </figure>
  );
}

interface LegendProps {
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly hasMarks: boolean;
}

function Legend({ buckets, series, hasMarks }: LegendProps) {
  const short = buckets.find(({ isShort }) => isShort);
  return (
    <figcaption class="legend">
      {series.map(({ name, tone }) => (
        <span key={name} class={`key ${tone}`}>
          {name}
        </span>
      ))}
      <span class="key rate-key">pass rate</span>
      {buckets.some(({ state }) => state === "pending" || state === "partial") && (
        <span class="key pending">still coming in</span>
      )}
      {short && <span class="key short">part of a week: {describeDays(short)}</span>}
      {hasMarks && <span class="key mark">policy changed</span>}
      <span class="muted">UTC days</span>
    </figcaption>
  );
}

interface BarTableProps {
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly bar: string;
  readonly marks: readonly PlacedMark[];
}

/** The same figures as numbers. */
function BarTable({ buckets, series, bar, marks }: BarTableProps) {
  const toTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <Table
      caption={`Messages per ${bar}`}
      rows={buckets}
      toKey={({ date }) => date}
      columns={[
        { title: bar === "day" ? "Day (UTC)" : "Days (UTC)", cell: (bucket) => describeDays(bucket) },
        ...series.map(({ name }, index) => ({
          title: toTitle(name),
          isNumber: true,
          cell: ({ parts }: Bucket) => formatCount(parts[index] ?? 0),
        })),
        { title: "Pass rate", isNumber: true, cell: (bucket) => describeRate(bucket) },
        { title: "Reports", cell: (bucket) => describeState(bucket) },
        { title: "Happened", cell: ({ date, end }) => describeMarks(marks, date, end) },
      ]}
    />
  );
}

function describeMarks(marks: readonly Mark[], start: string, end: string): string {
  const inside = marks.filter(({ date }) => start <= date && date <= end);
  return inside.map(({ text }) => text).join("; ");
}

/** The width that an element has, also after the window has changed. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}
