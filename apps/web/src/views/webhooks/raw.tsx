/** Text as it was sent; it scrolls by itself, also by keyboard. */
export function Raw({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} class="raw" tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}
