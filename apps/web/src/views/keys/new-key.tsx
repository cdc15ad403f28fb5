import { useState } from "preact/hooks";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { Copyable } from "../../parts/copy.tsx";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session.ts";
import { type Expiry, toExpiresAt } from "./expiry.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { ScopeFields } from "./scope-fields.tsx";
import type { GrantedScope } from "./scopes.ts";

export function NewKey() {
  const { linkTo } = useFilter();
  const { session } = useSession();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly GrantedScope[]>([]);
  const [expiry, setExpiry] = useState<Expiry>({ kind: session.key.expires_at === null ? "never" : "same" });
  const create = useWrite((client) => client.apiKeys.create({ name, scopes, ...toExpiresAt(expiry, new Date()) }));
  if (create.done) return <Created name={create.done.data.name} text={create.done.data.key} />;
  return (
    <Panel title="New key">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run(undefined);
        }}
      >
        <label>
          What it is for
          <input
            value={name}
            required
            maxLength={100}
            placeholder="nightly export"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <ScopeFields chosen={scopes} choose={setScopes} />
        <ExpiryField expiry={expiry} choose={setExpiry} />
        {create.error && <Failed what="create the key" error={create.error} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={create.isBusy || scopes.length === 0}>
            {create.isBusy ? "Creating …" : "Create"}
          </button>
          <a href={linkTo(paths.keys)}>Cancel</a>
          {scopes.length === 0 && <span class="muted">Choose what it may do.</span>}
        </p>
      </form>
    </Panel>
  );
}

function Created({ name, text }: { readonly name: string; readonly text: string }) {
  const { linkTo } = useFilter();
  return (
    <div class="notice good" role="status">
      <p>
        <strong>The key {name} is ready.</strong> It is shown only now: copy it to where it is used.
      </p>
      <Copyable text={text} what="the key" />
      <p class="actions">
        <a href={linkTo(paths.keys)}>I have copied it</a>
      </p>
    </div>
  );
}
