import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { useWrite } from "../../data/use-write.ts";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { NewSecret } from "./new-secret.tsx";
import { type Settings, SettingsFields } from "./settings-fields.tsx";
import type { Webhook } from "./words.ts";

export function EditWebhook({ webhook }: { readonly webhook: Webhook }) {
  const { path, query, route } = useLocation();
  const { id, url, events, include_unauthenticated } = webhook;
  const [settings, setSettings] = useState<Settings>({ url, events, include_unauthenticated });
  const update = useWrite((client) => client.webhooks.update(id, settings));
  const closed = toAddress(path, { ...query, edit: undefined });
  const save = async (event: Event) => {
    event.preventDefault();
    if (await update.run(undefined)) route(closed);
  };
  return (
    <Panel title="Edit the webhook">
      <form class="form" onSubmit={save}>
        <SettingsFields settings={settings} change={setSettings} />
        {update.error && <Failed what="change the webhook" error={update.error} />}
        <p class="actions">
          <button type="submit" class="primary" disabled={update.isBusy || settings.events.length === 0}>
            {update.isBusy ? "Saving …" : "Save"}
          </button>
          <a href={closed}>Cancel</a>
        </p>
      </form>
      <NewSecret webhook={webhook} />
    </Panel>
  );
}
