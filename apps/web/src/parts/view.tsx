import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Hint } from "../hints/hint.tsx";
import type { Term } from "../hints/terms.ts";
import { focusHeading } from "./heading-focus.ts";

interface ViewProps {
  /** The heading, which names the browser's tab as well. */
  readonly title: string;
  /** Absent: the title. */
  readonly heading?: ComponentChildren;
  /** Its place is reserved until it is there, unless a view has none. */
  readonly lead?: ComponentChildren;
  /** Beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One view: a heading, what it shows in one sentence, and its parts. */
export function View(props: ViewProps) {
  const { title, heading: shown = title, lead, actions, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ruaflow`;
  }, [title]);
  // Screen readers read the heading of the view that has been opened; the first view is read from its beginning.
  useEffect(() => {
    if (wasAnotherView) focusHeading(heading.current);
    wasAnotherView = true;
  }, []);
  return (
    <>
      <header class="view-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {shown}
          </h1>
          {"lead" in props && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

let wasAnotherView = false;

interface PanelProps {
  readonly title: string;
  /** A term in the title, explained on demand. */
  readonly hint?: Term;
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** One part of a view. */
export function Panel({ title, hint, note, actions, children }: PanelProps) {
  return (
    <section class="panel">
      <header class="panel-head">
        <div>
          <h2>{hint ? <Hint term={hint}>{title}</Hint> : title}</h2>
          {note && <p class="muted">{note}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
