import { useState } from "preact/hooks";
import { Mark } from "../../parts/mark.tsx";

interface SignInProps {
  /** What went wrong, or what happened. */
  readonly message: string | undefined;
  signIn(key: string): Promise<unknown>;
}

/** Asks for an API key; the browser keeps a cookie, not the key. */
export function SignIn({ message, signIn }: SignInProps) {
  const [key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    signIn(key.trim()).finally(() => setBusy(false));
  };
  return (
    <main class="sign-in">
      <h1>
        <Mark />
      </h1>
      <p>Who sends mail in the name of your domains, and whether it passes DMARC.</p>
      {message !== undefined && (
        <p class="notice warn" role="alert">
          {message}
        </p>
      )}
      <form onSubmit={submit}>
        <label>
          API key
          <input
            type="password"
            name="key"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
            placeholder="ruaflow_…"
            autocomplete="current-password"
            spellcheck={false}
            required
          />
        </label>
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? "Signing in …" : "Sign in"}
        </button>
      </form>
      <h2>No key at hand?</h2>
      <p>
        On the machine where Ruaflow runs, <code>npx ruaflow sign-in</code> prints a link that opens this page signed
        in, and <code>npx ruaflow keys create my-key</code> creates a key.
      </p>
      <p class="muted">
        The browser keeps a cookie for 12 hours after the last use, not the key. Scripts use the <a href="/docs">API</a>
        .
      </p>
    </main>
  );
}
