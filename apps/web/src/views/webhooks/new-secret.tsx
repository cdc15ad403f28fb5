import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { Copyable } from "../../parts/copy.tsx";
import { Moment } from "../../parts/figures.tsx";
import { Failed } from "../../parts/states.tsx";
import { createSecret } from "./secret.ts";
import { type SecretChoice, SecretFields } from "./secret-fields.tsx";
import type { Webhook } from "./words.ts";

/** Replaces the secret; the previous one signs as well for a day. */
export function NewSecret({ webhook: { id, previous_secret_until: previous } }: { readonly webhook: Webhook }) {
  const [choice, setChoice] = useState<SecretChoice>({ kind: "generated" });
  const update = useWrite(async (client) => {
    const secret = choice.kind === "own" ? choice.text : choice.kind === "generated" ? createSecret() : null;
    await client.webhooks.update(id, { secret });
    return choice.kind === "generated" ? secret : null;
  });
  const end = useWrite((client) => client.webhooks.update(id, { previous_secret: null }));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        update.run(undefined);
      }}
    >
      <h3>Another secret</h3>
      {previous !== null && (
        <p class="actions">
          <span>
            The previous secret signs as well until <Moment at={previous} />.
          </span>
          <button type="button" disabled={end.isBusy} onClick={() => end.run(undefined)}>
            End it now
          </button>
        </p>
      )}
      <SecretFields choice={choice} choose={setChoice} />
      {(update.error ?? end.error) && <Failed what="change the secret" error={update.error ?? end.error} />}
      <p class="actions">
        <button type="submit" disabled={update.isBusy}>
          Change the secret
        </button>
      </p>
      {update.done && (
        <div class="notice good" role="status">
          <p>This is the new secret, shown only once. Copy it into your endpoint within 24 hours.</p>
          <Copyable text={update.done} what="the secret" />
        </div>
      )}
    </form>
  );
}
