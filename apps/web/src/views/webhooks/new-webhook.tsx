import { useState } from "preact/hooks";
import { fillPath } from "../../address.ts";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { Copyable } from "../../parts/copy.tsx";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { createSecret } from "./secret.ts";
import { type SecretChoice, SecretFields } from "./secret-fields.tsx";
import { type Settings, SettingsFields } from "./settings-fields.tsx";

const NEW: Settings = { url: "", events: ["report.received"], include_unauthenticated: false };

export function NewWebhook() {
  const { linkTo } = useFilter();
  const [settings, setSettings] = useState(NEW);
  const [choice, setChoice] = useState<SecretChoice>({ kind: "generated" });
  const create = useWrite(async (client) => {
    const secret = choice.kind === "own" ? choice.text : choice.kind === "generated" ? createSecret() : undefined;
    const { data } = await client.webhooks.create({ ...settings, ...(secret !== undefined && { secret }) });
    return { id: data.id, secret: choice.kind === "generated" ? secret : undefined };
  });
  if (create.done) return <Created {...create.done} />;
  return (
    <Panel title="New webhook">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run(undefined);
        }}
      >
        <SettingsFields settings={settings} change={setSettings} />
        <SecretFields choice={choice} choose={setChoice} />
        {create.error && <Failed what="create the webhook" error={create.error} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={create.isBusy || settings.events.length === 0}>
            {create.isBusy ? "Creating …" : "Create"}
          </button>
          <a href={linkTo(paths.webhooks)}>Cancel</a>
        </p>
      </form>
    </Panel>
  );
}

function Created({ id, secret }: { readonly id: string; readonly secret: string | undefined }) {
  const { linkTo } = useFilter();
  return (
    <div class="notice good" role="status">
      <p>
        <strong>The webhook is ready.</strong>{" "}
        {secret !== undefined && "This is its secret, shown only once. Copy it into your endpoint."}
      </p>
      {secret !== undefined && <Copyable text={secret} what="the secret" />}
      <p class="actions">
        <a href={linkTo(fillPath(paths.webhook, { id }))}>Test it</a>
        <a href="/docs/webhooks">How to check signatures</a>
      </p>
    </div>
  );
}
