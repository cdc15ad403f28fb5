import { useEffect, useRef, useState } from "preact/hooks";
import { formatDay, formatShortDay } from "../format/dates.ts";
import { formatCount, formatRate, formatShort, toPercent } from "../format/numbers.ts";
import { Table } from "../parts/table.tsx";
import { type Bucket, type ChartDay, toBuckets, toTicks } from "./buckets.ts";

/** Something that happened on a day. */
export interface Mark {
  /** UTC day. */
  readonly date: string;
  readonly text: string;
}

interface DayChartProps {
  readonly days: readonly ChartDay[];
  readonly marks?: readonly Mark[];
}

const HEIGHT = 240;
const SPACE = { top: 18, right: 44, bottom: 24, left: 48 };
const LABEL_WIDTH = 64;

const STATES: Readonly<Record<ChartDay["state"], string>> = {
  complete: "complete",
  partial: "still coming in",
  none: "no reports",
  pending: "not come in yet",
};

/**
 * Messages per day, passed and failed on top of each other, with the pass rate as a line and marks of what happened. SVG instead
 * of a library: it takes its colours from the page, and a library for charts is larger than all views.
 */
export function DayChart({ days, marks = [] }: DayChartProps) {
  const [place, width] = useWidth();
  const buckets = toBuckets(days);
  const shown = marks.flatMap((mark) => {
    const index = buckets.findIndex(({ date, end }) => date <= mark.date && mark.date <= end);
    return index < 0 ? [] : [{ ...mark, index }];
  });
  return (
    <figure class="chart" ref={place}>
      {width > 0 && <Drawing buckets={buckets} marks={shown} width={width} />}
      <figcaption class="legend">
        <span class="key passed">passed</span>
        <span class="key failed">failed</span>
        <span class="key rate">pass rate</span>
        {buckets.some(({ state }) => state === "pending" || state === "partial") && (
          <span class="key pending">still coming in</span>
        )}
        {shown.length > 0 && <span class="key mark">policy changed</span>}
        <span class="muted">UTC days</span>
      </figcaption>
      <details>
        <summary>Show as a table</summary>
        <Table
          caption="Messages per day"
          rows={buckets}
          toKey={({ date }) => date}
          columns={[
            { title: "Day (UTC)", cell: ({ date, end }) => toSpan(date, end) },
            { title: "Passed", isNumber: true, cell: ({ passed }) => formatCount(passed) },
            { title: "Failed", isNumber: true, cell: ({ failed }) => formatCount(failed) },
            { title: "Pass rate", isNumber: true, cell: (bucket) => describeRate(bucket) },
            { title: "Reports", cell: ({ state }) => STATES[state] },
            { title: "Happened", cell: ({ date, end }) => describeMarks(shown, date, end) },
          ]}
        />
      </details>
    </figure>
  );
}

type PlacedMark = Mark & { readonly index: number };

interface DrawingProps {
  readonly buckets: readonly Bucket[];
  readonly marks: readonly PlacedMark[];
  readonly width: number;
}

function Drawing({ buckets, marks, width }: DrawingProps) {
  const ticks = toTicks(Math.max(0, ...buckets.map(({ passed, failed }) => passed + failed)));
  const highest = ticks.at(-1) ?? 1;
  const inner = { width: width - SPACE.left - SPACE.right, height: HEIGHT - SPACE.top - SPACE.bottom };
  const step = inner.width / Math.max(1, buckets.length);
  const toX = (index: number) => SPACE.left + index * step;
  const toY = (count: number) => SPACE.top + inner.height * (1 - count / highest);
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  const total = buckets.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`${formatCount(total)} messages over ${buckets.length} bars; as a table below`}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={SPACE.left} x2={width - SPACE.right} y1={toY(tick)} y2={toY(tick)} />
          <text class="axis" x={SPACE.left - 6} y={toY(tick) + 4} text-anchor="end">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {[0, 50, 100].map((rate) => (
        <text key={rate} class="axis" x={width - SPACE.right + 6} y={toY((rate / 100) * highest) + 4}>
          {rate} %
        </text>
      ))}
      {buckets.map((bucket, index) => (
        <Bar key={bucket.date} bucket={bucket} x={toX(index)} step={step} toY={toY} />
      ))}
      {buckets.map(({ date }, index) =>
        index % every === 0 ? (
          <text key={date} class="axis" x={toX(index) + step / 2} y={HEIGHT - 6} text-anchor="middle">
            {formatShortDay(date)}
          </text>
        ) : null,
      )}
      <path
        class="rate-line"
        d={toLine(
          buckets,
          (index) => toX(index) + step / 2,
          (rate) => toY((rate / 100) * highest),
        )}
      />
      {marks.map(({ index, date, text }) => (
        <g key={`${date} ${text}`} class="mark">
          <title>{`${formatDay(date)}: ${text}`}</title>
          <line x1={toX(index) + step / 2} x2={toX(index) + step / 2} y1={SPACE.top - 8} y2={toY(0)} />
          <circle cx={toX(index) + step / 2} cy={SPACE.top - 10} r={5} />
        </g>
      ))}
    </svg>
  );
}

interface BarProps {
  readonly bucket: Bucket;
  readonly x: number;
  readonly step: number;
  toY(count: number): number;
}

function Bar({ bucket, x, step, toY }: BarProps) {
  const { passed, failed, state } = bucket;
  const gap = Math.min(3, step / 5);
  const base = toY(0);
  return (
    <g class={`bar ${state}`}>
      <title>
        {`${toSpan(bucket.date, bucket.end)}: ${formatCount(passed)} passed, ${formatCount(failed)} failed, ${describeRate(bucket)}; ${STATES[state]}`}
      </title>
      <rect class="back" x={x} y={SPACE.top} width={step} height={base - SPACE.top} />
      <rect class="passed" x={x + gap / 2} y={toY(passed)} width={step - gap} height={base - toY(passed)} />
      <rect
        class="failed"
        x={x + gap / 2}
        y={toY(passed + failed)}
        width={step - gap}
        height={toY(passed) - toY(passed + failed)}
      />
    </g>
  );
}

/** The pass rate; interrupted where no mail came. */
function toLine(buckets: readonly Bucket[], toX: (index: number) => number, toY: (rate: number) => number): string {
  let isDrawing = false;
  const parts = buckets.map(({ passed, failed }, index) => {
    const hasMail = passed + failed > 0;
    const command = isDrawing ? "L" : "M";
    isDrawing = hasMail;
    return hasMail ? `${command}${toX(index).toFixed(1)} ${toY(toPercent(passed, passed + failed)).toFixed(1)}` : "";
  });
  return parts.join("");
}

function toSpan(start: string, end: string): string {
  return start === end ? formatDay(start) : `${formatShortDay(start)} – ${formatDay(end)}`;
}

function describeRate({ passed, failed }: Bucket): string {
  return passed + failed === 0 ? "no mail" : formatRate(toPercent(passed, passed + failed));
}

function describeMarks(marks: readonly Mark[], start: string, end: string): string {
  const inside = marks.filter(({ date }) => start <= date && date <= end);
  return inside.map(({ text }) => text).join("; ");
}

/** The width that an element has, also after the window has changed. */
function useWidth() {
  const place = useRef<HTMLElement>(null);
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
