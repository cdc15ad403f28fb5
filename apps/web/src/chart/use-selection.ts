import { useRef, useState } from "preact/hooks";
import { useFilter } from "../filter/filter.ts";
import type { Bucket } from "./buckets.ts";
import { moveSelection, type Selection, toBarAt, toSelectedDays } from "./selection.ts";

/** Where the bars are in the chart, in px. */
export interface BarPlaces {
  readonly left: number;
  readonly step: number;
}

type Pointed = Pick<PointerEvent, "clientX" | "button" | "pointerId" | "pointerType" | "shiftKey"> & {
  readonly currentTarget: HTMLElement;
};

/** Bars that are chosen by mouse, finger or keyboard, and the period that they become. */
export function useSelection(buckets: readonly Bucket[], places: BarPlaces) {
  const { changePeriod } = useFilter();
  const [selection, select] = useState<Selection | null>(null);
  const isDragging = useRef(false);
  const show = () => {
    const days = selection && toSelectedDays(buckets, selection);
    select(null);
    if (days !== null) changePeriod({ kind: "between", days });
  };
  const cancel = () => {
    isDragging.current = false;
    select(null);
  };
  const press = (event: KeyboardEvent) => {
    const moved = moveSelection(selection, event, buckets.length);
    if (moved !== null) select(moved);
    else if (event.key === "Enter" || event.key === " ") show();
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  };
  const toBar = ({ clientX, currentTarget }: Pointed) =>
    toBarAt({ ...places, count: buckets.length, x: clientX - currentTarget.getBoundingClientRect().left });
  const begin = (event: Pointed) => {
    if (event.button !== 0 || buckets.length === 0) return;
    isDragging.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = toBar(event);
    select({ anchor: event.shiftKey && selection ? selection.anchor : at, at });
  };
  const drag = (event: Pointed) => {
    if (isDragging.current && selection) select({ ...selection, at: toBar(event) });
  };
  const end = (event: Pointed) => {
    if (!isDragging.current) return;
    isDragging.current = false;
    // A finger cannot hover: it sees the figures first, and a button.
    if (event.pointerType !== "touch") show();
  };
  const handlers = {
    onPointerDown: begin,
    onPointerMove: drag,
    onPointerUp: end,
    onPointerCancel: cancel,
    onKeyDown: press,
  };
  return { selection, show, handlers };
}
