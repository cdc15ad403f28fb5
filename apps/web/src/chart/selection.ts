import type { Days } from "../filter/period.ts";
import type { Bucket } from "./buckets.ts";

/** Bars that are chosen, by their places: from where the choice began to where it is now. */
export interface Selection {
  readonly anchor: number;
  readonly at: number;
}

const PAGE = 7;

/**
 * The selection after a key: arrows, Page Up and Down, Home and End move it; with Shift they extend it.
 * @returns `null` for other keys
 */
export function moveSelection(
  selection: Selection | null,
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  count: number,
): Selection | null {
  const last = count - 1;
  // The newest days are looked at most.
  const from = selection?.at ?? last + 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - PAGE,
    PageUp: from + PAGE,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  if (to === undefined || last < 0) return null;
  const at = Math.min(last, Math.max(0, to));
  return { anchor: shiftKey && selection !== null ? selection.anchor : at, at };
}

/** The first and the last bar. */
export function toRange({ anchor, at }: Selection): readonly [number, number] {
  return [Math.min(anchor, at), Math.max(anchor, at)];
}

/** The days of the chosen bars; `null` if there are none. */
export function toSelectedDays(buckets: readonly Bucket[], selection: Selection): Days | null {
  const [first, last] = toRange(selection);
  const [from, to] = [buckets[first], buckets[last]];
  return from === undefined || to === undefined ? null : { start: from.date, end: to.end };
}

interface Place {
  /** In px from the left edge of the chart. */
  readonly x: number;
  readonly left: number;
  /** The width of a bar. */
  readonly step: number;
  readonly count: number;
}

/** The bar at a place; beside the bars, the nearest one. */
export function toBarAt({ x, left, step, count }: Place): number {
  return Math.min(count - 1, Math.max(0, Math.floor((x - left) / step)));
}
