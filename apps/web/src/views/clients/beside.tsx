import { formatCount, formatRate } from "../../format/numbers.ts";
import { Change } from "../../parts/figures.tsx";

interface CountBesideProps {
  readonly now: number;
  readonly before: number | null;
  readonly rise?: "good" | "bad";
}

/** The number of the period before, and the change since. */
export function CountBeside({ now, before, rise }: CountBesideProps) {
  return (
    <span class="beside">
      {before !== null && formatCount(before)} <Change now={now} before={before} {...(rise && { rise })} />
    </span>
  );
}

interface RateBeforeProps {
  readonly previous: { readonly emails: number | null; readonly pass_rate: number | null };
  /** Percentage points; `null`: one of the periods has no mail. */
  readonly change: { readonly pass_rate: number | null };
}

/** The pass rate of the period before, and the change since in percentage points. */
export function RateBefore({ previous, change: { pass_rate: points } }: RateBeforeProps) {
  if (previous.emails === null || previous.pass_rate === null) return <span class="muted">no earlier data</span>;
  if (previous.emails === 0) return <span class="muted">no mail</span>;
  return (
    <span class="beside">
      {formatRate(previous.pass_rate)} {points !== null && <Points points={points} />}
    </span>
  );
}

function Points({ points }: { readonly points: number }) {
  if (points === 0) return <span class="muted">no change</span>;
  return (
    <span class={points > 0 ? "good" : "bad"}>
      {points > 0 ? "▲ +" : "▼ −"}
      {Math.abs(points)} points
    </span>
  );
}
