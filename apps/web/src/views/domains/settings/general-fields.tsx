import type { SettingsForm } from "./settings-form.ts";

interface GeneralFieldsProps {
  readonly form: SettingsForm;
  set(change: Partial<SettingsForm>): void;
}

/** Whose the domain is, and how long its reports are kept. */
export function GeneralFields({ form, set }: GeneralFieldsProps) {
  return (
    <div class="form">
      <label>
        Client: your reference for who owns the domain
        <input value={form.client} maxLength={100} onInput={(event) => set({ client: event.currentTarget.value })} />
      </label>
      <label>
        Labels, separated by commas
        <input value={form.labels} onInput={(event) => set({ labels: event.currentTarget.value })} />
      </label>
      <label>
        Days to keep reports (empty: forever)
        <input
          type="number"
          min={30}
          max={36500}
          value={form.retentionDays}
          onInput={(event) => set({ retentionDays: event.currentTarget.value })}
        />
      </label>
      {form.retentionDays !== "" && (
        <p class="warn">
          Older reports are deleted within two hours of saving, and stay deleted if they are sent again.
        </p>
      )}
      <label>
        Days to keep the XML of reports for download (empty: the default of the service)
        <input
          type="number"
          min={1}
          max={36500}
          value={form.rawRetentionDays}
          onInput={(event) => set({ rawRetentionDays: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>
          Your own addresses in its <code>rua</code>, separated by commas
        </span>
        <input value={form.reportAddresses} onInput={(event) => set({ reportAddresses: event.currentTarget.value })} />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={form.dnsWatch}
          onChange={(event) => set({ dnsWatch: event.currentTarget.checked })}
        />
        Watch the DNS records for changes
      </label>
    </div>
  );
}
