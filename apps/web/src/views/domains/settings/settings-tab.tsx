import { useState } from "preact/hooks";
import { useWrite } from "../../../data/use-write.ts";
import { Failed } from "../../../parts/states.tsx";
import { Panel } from "../../../parts/view.tsx";
import { useScope } from "../../../session/session.ts";
import type { Domain } from "../words.ts";
import { AlertRulesFields } from "./alert-rules-fields.tsx";
import { DeleteDomain } from "./delete-domain.tsx";
import { GeneralFields } from "./general-fields.tsx";
import { type SettingsForm, toChanges, toForm } from "./settings-form.ts";

/** Labels, client, alert rules, retention, and the end of it all. */
export function SettingsTab({ domain }: { readonly domain: Domain }) {
  const mayWrite = useScope("domains:write");
  return (
    <>
      <Settings domain={domain} mayWrite={mayWrite} />
      {mayWrite && <DeleteDomain id={domain.id} name={domain.domain} />}
    </>
  );
}

interface SettingsProps {
  readonly domain: Domain;
  readonly mayWrite: boolean;
}

function Settings({ domain: { id, settings }, mayWrite }: SettingsProps) {
  const [form, setForm] = useState(() => toForm(settings));
  const save = useWrite((client, body: ReturnType<typeof toChanges>) => client.domains.update(id, body));
  const set = (change: Partial<SettingsForm>) => {
    save.reset();
    setForm({ ...form, ...change });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    save.run(toChanges(form));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <fieldset class="plain stack" disabled={!mayWrite}>
        <Panel title="Settings" note={mayWrite ? undefined : "This key can read settings, but not change them."}>
          <GeneralFields form={form} set={set} />
        </Panel>
        <Panel title="Alert rules" note="When to raise an alert. Webhooks get it as the event alert.triggered.">
          <AlertRulesFields rules={form.rules} set={(rules) => set({ rules })} />
        </Panel>
      </fieldset>
      {save.error && <Failed what="save the settings" error={save.error} />}
      {mayWrite && (
        <p class="actions">
          <button type="submit" class="primary" disabled={save.isBusy}>
            {save.isBusy ? "Saving …" : "Save"}
          </button>
          <span role="status">{save.done && "Saved"}</span>
        </p>
      )}
    </form>
  );
}
