import type { ComponentChildren } from "preact";
import { formatOwnTime, formatTime } from "../format/dates.ts";
import { formatCount, formatRate, formatShort, toPercent } from "../format/numbers.ts";

interface CardProps {
  readonly title: string;
  readonly value: string;
  /** What the value is compared with. */
  readonly note?: ComponentChildren;
  /** The rows behind the value. */
  readonly href: string;
}

/** One figure, which leads to the rows behind it. */
export function Card({ title, value, note, href }: CardProps) {
  return (
    <a class="card" href={href}>
      <span class="card-title">{title}</span>
      <strong>{value}</strong>
      {note && <span class="muted">{note}</span>}
    </a>
  );
}

interface RateProps {
  readonly passed: number;
  readonly failed: number;
}

/** The share that passed, as a bar and as a number. Without mail there is no share. */
export function Rate({ passed, failed }: RateProps) {
  if (passed + failed === 0) return <span class="muted">no mail</span>;
  return (
    <RateBar
      rate={toPassRate({ passed, failed })}
      title={`${formatCount(passed)} passed, ${formatCount(failed)} failed`}
    />
  );
}

/** In per cent: 100 only if nothing failed. */
function toPassRate({ passed, failed }: RateProps): number {
  const rate = toPercent(passed, passed + failed);
  return failed > 0 ? Math.min(rate, 99.9) : rate;
}

/** The share that passed, in words. */
export function describeRate(mail: RateProps): string {
  return mail.passed + mail.failed === 0 ? "no mail" : formatRate(toPassRate(mail));
}

interface RateBarProps {
  /** In per cent. */
  readonly rate: number;
  readonly title?: string;
}

/** A share as a bar and as a number. */
export function RateBar({ rate, title }: RateBarProps) {
  return (
    <span class="rate" title={title}>
      <meter class="rate-bar" value={rate} min={0} max={100} aria-hidden="true" />
      {formatRate(rate)}
    </span>
  );
}

/** By how many percentage points a share has changed; more is better. */
export function Points({ change }: { readonly change: number | null }) {
  if (change === null) return <span class="muted">–</span>;
  if (change === 0) return <span class="muted">0.0</span>;
  return (
    <span class={change > 0 ? "good" : "bad"}>
      {change > 0 ? "▲ +" : "▼ −"}
      {Math.abs(change).toFixed(1)}
    </span>
  );
}

interface ChangeProps {
  readonly now: number;
  /** `null`: the data does not cover the earlier period. */
  readonly before: number | null;
  /** What a rise means; neither good nor bad without it. */
  readonly rise?: "good" | "bad";
}

/** Beyond it a factor says more. */
const PERCENT_MAX = 999;

/** The change against the period before, in per cent. */
export function Change({ now, before, rise }: ChangeProps) {
  if (before === null) return <span class="muted">no earlier data</span>;
  if (before === 0) return <span class="muted">{now === 0 ? "–" : "new"}</span>;
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return <span class="muted">no change</span>;
  const isGood = percent > 0 === (rise === "good");
  return (
    <span class={rise === undefined ? "muted" : isGood ? "good" : "bad"}>
      {percent > PERCENT_MAX
        ? `▲ ×${formatShort(now / before)}`
        : `${percent > 0 ? "▲ +" : "▼ −"}${formatCount(Math.abs(percent))} %`}
    </span>
  );
}

/** A moment in UTC, and in the reader's own time where that is another one. */
export function Moment({ at }: { readonly at: string }) {
  const own = formatOwnTime(at);
  return (
    <time dateTime={at}>
      {formatTime(at)}
      {own !== null && <span class="muted"> ({own} your time)</span>}
    </time>
  );
}
