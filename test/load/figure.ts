/** One measured quantity with every value of the run, to show the spread. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** Goal for the median. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

/** Result of one part of the run. */
export interface PartResult {
  readonly part: string;
  readonly title: string;
  /** Sizes, circumstances, and figures that could not be measured. */
  readonly notes: readonly string[];
  readonly figures: readonly Figure[];
  readonly seconds: number;
}

/** `percent` from 0 to 100, by nearest rank; NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Whether the median reaches its goal; `undefined` without a goal. */
export function isReached({ goal, values }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  return "atLeast" in goal ? median(values) >= goal.atLeast : median(values) <= goal.atMost;
}
