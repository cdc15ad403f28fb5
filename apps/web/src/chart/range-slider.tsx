import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Bucket } from "./buckets.ts";
import { type Selection, toRange } from "./selection.ts";
import type { Series } from "./series.ts";
import { type BarPlaces, useSelection } from "./use-selection.ts";
import { describeBars } from "./words.ts";

interface RangeSliderProps {
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  /** "day" */
  readonly bar: string;
  readonly places: BarPlaces;
  readonly children: (selection: Selection | null) => ComponentChildren;
}

/** Sets the period to the bars that are clicked, dragged over, or chosen by keyboard. */
export function RangeSlider({ buckets, series, bar, places, children }: RangeSliderProps) {
  const { selection, show, handlers } = useSelection(buckets, places);
  const help = useId();
  const count = buckets.length;
  const [first, last] = selection ? toRange(selection) : [0, -1];
  const text = describeBars(buckets.slice(first, last + 1), series);
  return (
    <>
      <div
        class="chart-bars"
        role="slider"
        tabIndex={0}
        aria-label={`Messages per ${bar}`}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={selection === null ? Math.max(1, count) : selection.at + 1}
        aria-valuetext={text || `${count} bars; none chosen`}
        {...handlers}
      >
        {children(selection)}
      </div>
      <p id={help} class="unseen">
        Arrow keys choose a bar, Shift with arrow keys chooses several, Enter sets the period. The table below has all
        figures.
      </p>
      <p class="chart-chosen">
        {selection === null ? (
          <span class="muted">Click a {bar} or drag to set the period.</span>
        ) : (
          <>
            {text}
            <button type="button" onClick={show}>
              Show this period
            </button>
          </>
        )}
      </p>
    </>
  );
}
