import { formatDay, formatShortDay } from "../format/dates.ts";
import { formatShort, toPercent } from "../format/numbers.ts";
import { type Bucket, toTicks } from "./buckets.ts";
import { type Selection, toRange } from "./selection.ts";
import type { Series } from "./series.ts";
import { describeBars } from "./words.ts";

/** Something that happened on a day. */
export interface Mark {
  /** UTC day. */
  readonly date: string;
  readonly text: string;
}

export type PlacedMark = Mark & { readonly index: number };

const HEIGHT = 240;
const SPACE = { top: 18, right: 44, bottom: 24, left: 48 };
const LABEL_WIDTH = 64;

/** Where the bars of a chart are, in px; a step of 0: there is no room for them, as before the first layout. */
export function toPlaces(width: number, count: number) {
  return { left: SPACE.left, step: Math.max(0, width - SPACE.left - SPACE.right) / Math.max(1, count) };
}

interface DrawingProps {
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly marks: readonly PlacedMark[];
  readonly selection: Selection | null;
  readonly width: number;
}

/** The bars with their axes, the line of the pass rate, and what happened. */
export function Drawing({ buckets, series, marks, selection, width }: DrawingProps) {
  const ticks = toTicks(Math.max(0, ...buckets.map(({ passed, failed }) => passed + failed)));
  const highest = ticks.at(-1) ?? 1;
  const inner = HEIGHT - SPACE.top - SPACE.bottom;
  const { left, step } = toPlaces(width, buckets.length);
  const toX = (index: number) => left + index * step;
  const toY = (count: number) => SPACE.top + inner * (1 - count / highest);
  const scale = { highest, toX, toY, middle: step / 2 };
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <Axes ticks={ticks} width={width} scale={scale} />
      {selection && <Chosen range={toRange(selection)} step={step} scale={scale} />}
      {buckets.map((bucket, index) => (
        <Bar key={bucket.date} bucket={bucket} series={series} x={toX(index)} step={step} toY={toY} />
      ))}
      <Dates buckets={buckets} every={Math.max(1, Math.ceil(LABEL_WIDTH / step))} scale={scale} />
      <path class="rate-line" d={toRateLine(buckets, scale)} />
      <LoneDays buckets={buckets} scale={scale} />
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

interface Scale {
  readonly highest: number;
  /** Half of a bar's width. */
  readonly middle: number;
  toX(index: number): number;
  toY(count: number): number;
}

interface AxesProps {
  readonly ticks: readonly number[];
  readonly width: number;
  readonly scale: Scale;
}

function Axes({ ticks, width, scale: { highest, toY } }: AxesProps) {
  return (
    <>
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
    </>
  );
}

interface DatesProps {
  readonly buckets: readonly Bucket[];
  /** One of so many bars has its day below. */
  readonly every: number;
  readonly scale: Scale;
}

function Dates({ buckets, every, scale: { toX, middle } }: DatesProps) {
  return (
    <>
      {buckets.map(({ date }, index) =>
        index % every === 0 ? (
          <text key={date} class="axis" x={toX(index) + middle} y={HEIGHT - 6} text-anchor="middle">
            {formatShortDay(date)}
          </text>
        ) : null,
      )}
    </>
  );
}

interface ChosenProps {
  readonly range: readonly [number, number];
  readonly step: number;
  readonly scale: Scale;
}

function Chosen({ range: [first, last], step, scale: { toX, toY } }: ChosenProps) {
  const top = SPACE.top - 4;
  return <rect class="chosen" x={toX(first)} y={top} width={(last - first + 1) * step} height={toY(0) - top} />;
}

interface BarProps {
  readonly bucket: Bucket;
  readonly series: readonly Series[];
  readonly x: number;
  readonly step: number;
  toY(count: number): number;
}

function Bar({ bucket, series, x, step, toY }: BarProps) {
  const gap = Math.min(3, step / 5);
  const base = toY(0);
  let below = 0;
  return (
    <g class={`bar ${bucket.state}${bucket.isShort ? " short" : ""}`}>
      <title>{describeBars([bucket], series)}</title>
      <rect class="back" x={x} y={SPACE.top} width={step} height={base - SPACE.top} />
      {series.map(({ name, tone }, index) => {
        const from = toY(below);
        below += bucket.parts[index] ?? 0;
        const place = { x: x + gap / 2, y: toY(below), width: step - gap, height: from - toY(below) };
        return <rect key={name} class={`fill ${tone}`} {...place} />;
      })}
    </g>
  );
}

function isWithMail(bucket: Bucket | undefined): boolean {
  return bucket !== undefined && bucket.passed + bucket.failed > 0;
}

function toRateY({ passed, failed }: Bucket, { highest, toY }: Scale): number {
  return toY((toPercent(passed, passed + failed) / 100) * highest);
}

/** The pass rate of days without mail on either side, which no line reaches. */
function LoneDays({ buckets, scale }: { readonly buckets: readonly Bucket[]; readonly scale: Scale }) {
  const isAlone = (index: number) => !isWithMail(buckets[index - 1]) && !isWithMail(buckets[index + 1]);
  return (
    <>
      {buckets.map((bucket, index) =>
        isWithMail(bucket) && isAlone(index) ? (
          <circle
            key={bucket.date}
            class="rate-dot"
            cx={scale.toX(index) + scale.middle}
            cy={toRateY(bucket, scale)}
            r={3.5}
          />
        ) : null,
      )}
    </>
  );
}

/** The pass rate; interrupted where no mail came. */
function toRateLine(buckets: readonly Bucket[], scale: Scale): string {
  const { toX, middle } = scale;
  let isDrawing = false;
  const parts = buckets.map((bucket, index) => {
    const hasMail = isWithMail(bucket);
    const place = `${(toX(index) + middle).toFixed(1)} ${toRateY(bucket, scale).toFixed(1)}`;
    const part = `${isDrawing ? "L" : "M"}${place}`;
    isDrawing = hasMail;
    return hasMail ? part : "";
  });
  return parts.join("");
}
