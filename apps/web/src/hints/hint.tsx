import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { TERMS, type Term } from "./terms.ts";

interface HintProps {
  readonly term: Term;
  /** The word as it is written here. */
  readonly children: ComponentChildren;
  /** Of the word, where it does not name itself. */
  readonly label?: string;
}

/**
 * A word with its definition on hover, focus and tap. As WCAG 1.4.13 asks, Escape closes it, the pointer may move onto it, and it stays
 * until the pointer or the focus leaves.
 */
export function Hint({ term, children, label }: HintProps) {
  const id = useId();
  const word = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const open = () => setPlace(word.current && toPlace(word.current.getBoundingClientRect()));
  const close = () => setPlace(null);
  useEffect(() => {
    if (place === null) return;
    const press = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("keydown", press);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("scroll", close, true);
    };
  }, [place]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button has the keys; the pointer may move on to the text
    <span class="hint" ref={word} onMouseEnter={open} onMouseLeave={close}>
      <button
        type="button"
        class="hint-word"
        aria-label={label}
        aria-describedby={place === null ? undefined : id}
        onFocus={open}
        onBlur={close}
        onClick={open}
      >
        {children}
      </button>
      {place !== null && (
        <span role="tooltip" id={id} class="hint-text" ref={(box) => move(box, place)}>
          {TERMS[term]}
        </span>
      )}
    </span>
  );
}

/** In the window, in px: tables scroll, and would cut what is placed within them. */
interface Place {
  readonly left: number;
  readonly top: number;
}

const WIDTH_PX = 280;
const EDGE_PX = 8;

function toPlace({ left, bottom }: DOMRect): Place {
  return { left: Math.max(EDGE_PX, Math.min(left, innerWidth - WIDTH_PX - EDGE_PX)), top: bottom };
}

/** By script: the page's policy allows no styles in its markup. */
function move(box: HTMLElement | null, { left, top }: Place): void {
  if (box === null) return;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
