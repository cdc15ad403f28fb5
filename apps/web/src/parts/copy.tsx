import { useState } from "preact/hooks";

const SAID_FOR_MS = 2000;

/** A text to be pasted elsewhere, with a button that copies it. */
export function Copyable({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Select the text to copy it"),
    );
    setTimeout(() => setSaid(""), SAID_FOR_MS);
  };
  return (
    <span class="copyable">
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${what}`}>
        Copy
      </button>
      <span role="status" class="muted">
        {said}
      </span>
    </span>
  );
}
