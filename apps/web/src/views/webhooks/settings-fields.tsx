import { useAnswer } from "../../data/use-answer.ts";
import { Answered } from "../../parts/states.tsx";
import type { Webhook } from "./words.ts";

/** What a form about a webhook has; a secret is entered elsewhere. */
export type Settings = Pick<Webhook, "url" | "events" | "include_unauthenticated">;

interface SettingsFieldsProps {
  readonly settings: Settings;
  change(settings: Settings): void;
}

/** URL and events, for a new webhook and for one that is changed. */
export function SettingsFields({ settings, change }: SettingsFieldsProps) {
  const { url, events, include_unauthenticated: isAll } = settings;
  const types = useAnswer({
    key: ["event-types"],
    ask: (client, signal) => client.webhooks.listEventTypes({ signal }),
  });
  const toggle = (type: Settings["events"][number], isOn: boolean) =>
    change({ ...settings, events: isOn ? [...events, type] : events.filter((each) => each !== type) });
  return (
    <>
      <label>
        URL of your endpoint (HTTPS)
        <input
          type="url"
          value={url}
          placeholder="https://hooks.example.com/ruaflow"
          required
          maxLength={2048}
          onInput={(event) => change({ ...settings, url: event.currentTarget.value })}
        />
      </label>
      <fieldset>
        <legend>Events it receives</legend>
        <Answered asked={types} what="the types of events">
          {({ data }) =>
            data.map(({ type, description }) => (
              <label key={type} class="check">
                <input
                  type="checkbox"
                  checked={events.includes(type)}
                  onChange={(event) => toggle(type, event.currentTarget.checked)}
                />
                <span>
                  <code>{type}</code> <span class="muted">{description}</span>
                </span>
              </label>
            ))
          }
        </Answered>
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          onChange={(event) => change({ ...settings, include_unauthenticated: event.currentTarget.checked })}
        />
        <span>
          Also send events about reports whose sender is not proven{" "}
          <span class="muted">Anyone can send such reports.</span>
        </span>
      </label>
    </>
  );
}
