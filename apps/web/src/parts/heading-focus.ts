/** What had the focus when the last view was left. */
let left: Element | null = null;

/** Notes what has the focus while another view is asked for: its code may take a while to come. */
export function noteFocus(): void {
  left = document.activeElement;
}

/** Moves the focus to the heading of a view that has come, unless people have moved on: they may be typing elsewhere. */
export function focusHeading(heading: HTMLElement | null): void {
  const { activeElement: active, body } = document;
  if (active === left || active === body || active === null) heading?.focus({ preventScroll: true });
}
