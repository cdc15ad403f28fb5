import { formatRate, toPercent } from "../format/numbers.ts";

interface ShareProps {
  readonly part: number;
  readonly whole: number;
}

/** A part of the whole as a bar and in per cent; neither good nor bad. */
export function Share({ part, whole }: ShareProps) {
  return (
    <span class="rate">
      <meter class="share-bar" value={toPercent(part, whole)} min={0} max={100} aria-hidden="true" />
      {describeShare(part, whole)}
    </span>
  );
}

/** 18.2 %; 0 only if there is no part. */
export function describeShare(part: number, whole: number): string {
  const percent = toPercent(part, whole);
  return part > 0 && percent < 0.1 ? "< 0.1 %" : formatRate(percent);
}
