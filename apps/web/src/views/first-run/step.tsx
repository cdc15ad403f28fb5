import type { ComponentChildren } from "preact";
import { Chip } from "../../parts/chips.tsx";

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  /** Shown while it is to be done, and after. */
  readonly children: ComponentChildren;
}

/** One step, which turns green once it is done. */
export function Step({ title, isDone, children }: StepProps) {
  return (
    <li class={isDone ? "panel step done" : "panel step"}>
      <header class="panel-head">
        <h2>{title}</h2>
        <span role="status">{isDone ? <Chip tone="good">done</Chip> : <Chip tone="plain">to do</Chip>}</span>
      </header>
      {children}
    </li>
  );
}
