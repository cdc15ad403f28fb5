import { useState } from "preact/hooks";

const SAID_FOR_MS = 2000;

interface CopyProps {
  readonly text: string;
  readonly what: string;
}

/** A text to be pasted elsewhere, with a button that copies it. */
export function Copyable({ text, what }: CopyProps) {
  return (
    <span class="copyable">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}

/** Copies a text that is shown elsewhere. */
export function CopyButton({ text, what }: CopyProps) {
  const [said, setSaid] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Select the text to copy it"),
    );
    setTimeout(() => setSaid(""), SAID_FOR_MS);
  };
  return (
    <>
      <button type="button" onClick={copy} aria-label={`Copy ${what}`}>
        Copy
      </button>
      <span role="status" class="muted">
        {said}
      </span>
    </>
  );
}
