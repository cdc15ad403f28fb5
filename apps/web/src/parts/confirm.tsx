import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ConfirmProps {
  /** Of the button that asks, and of the one that does it: "Delete example.com". */
  readonly action: string;
  /** What the action is done to, for people who do not see where the button stands. */
  readonly on?: string;
  /** What will be lost, and why it failed. */
  readonly children: ComponentChildren;
  /** Must be typed before it can be done. */
  readonly word?: string;
  readonly isBusy: boolean;
  run(): void;
}

/** Asks in the page before something is done that cannot be undone. */
export function Confirm({ action, on, ...question }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // Once the question has made room for the button again.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (isOpen) return <Question action={action} close={close} {...question} />;
  return (
    <button
      type="button"
      class="danger"
      ref={opener}
      aria-label={on && `${action} ${on}`}
      onClick={() => setOpen(true)}
    >
      {action} …
    </button>
  );
}

interface QuestionProps extends Omit<ConfirmProps, "on"> {
  close(): void;
}

/** Begins at Cancel, which Escape does as well. */
function Question({ action, children, word, isBusy, run, close }: QuestionProps) {
  const [typed, setTyped] = useState("");
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    run();
  };
  return (
    <form
      class="notice warn form confirm"
      aria-label={`${action}?`}
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div>{children}</div>
      {word !== undefined && (
        <label>
          <span>
            Type <code>{word}</code> to confirm
          </span>
          <input
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
          />
        </label>
      )}
      <p class="actions">
        <button type="submit" class="danger" disabled={isBusy || (word !== undefined && typed.trim() !== word)}>
          {isBusy ? "Working …" : action}
        </button>
        <button type="button" ref={cancel} onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
}
