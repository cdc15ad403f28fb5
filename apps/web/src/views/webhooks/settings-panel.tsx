import { useLocation } from "preact-iso";
import { toAddress } from "../../address.ts";
import { useWrite } from "../../data/use-write.ts";
import { useFilter } from "../../filter/filter.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Failed } from "../../parts/states.tsx";
import { Panel } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { EditWebhook } from "./edit-webhook.tsx";
import { WebhookFacts } from "./webhook-facts.tsx";
import type { Webhook } from "./words.ts";

/** What the webhook is set to, and what can be done with it. */
export function SettingsPanel({ webhook }: { readonly webhook: Webhook }) {
  const { path, query } = useLocation();
  const mayWrite = useScope("webhooks:write");
  if (mayWrite && query.edit === "1") return <EditWebhook webhook={webhook} />;
  return (
    <Panel
      title={webhook.url}
      actions={
        mayWrite && (
          <>
            <a class="button" href={toAddress(path, { ...query, edit: "1" })}>
              Edit
            </a>
            <Activate webhook={webhook} />
          </>
        )
      }
    >
      <WebhookFacts webhook={webhook} />
      {mayWrite && <Delete webhook={webhook} />}
    </Panel>
  );
}

function Activate({ webhook: { id, active } }: { readonly webhook: Webhook }) {
  const update = useWrite((client) => client.webhooks.update(id, { active: !active }));
  return (
    <>
      <button type="button" disabled={update.isBusy} onClick={() => update.run(undefined)}>
        {active ? "Deactivate" : "Activate"}
      </button>
      {update.error && <Failed what={`${active ? "de" : ""}activate the webhook`} error={update.error} />}
    </>
  );
}

function Delete({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const { route } = useLocation();
  const { linkTo } = useFilter();
  const remove = useWrite(async (client) => {
    await client.webhooks.delete(id);
    // Left at once: this view would ask for what is no longer there.
    route(linkTo(paths.webhooks));
    await new Promise(requestAnimationFrame);
  });
  return (
    <div>
      <Confirm action="Delete" on="the webhook" isBusy={remove.isBusy} run={() => remove.run(undefined)}>
        <p>
          {url} receives no more events, and the list of what was sent to it is lost. This cannot be undone; to pause
          it, deactivate it.
        </p>
        {remove.error && <Failed what="delete the webhook" error={remove.error} />}
      </Confirm>
    </div>
  );
}
