import { useLocation } from "preact-iso";
import { useFilter } from "../../filter/filter.ts";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookPlan } from "./plan.tsx";
import { WebhookList } from "./webhook-list.tsx";

/** The endpoints that are told of events. */
export function WebhooksView() {
  const { query } = useLocation();
  const { linkTo } = useFilter();
  const mayWrite = useScope("webhooks:write");
  const isNew = mayWrite && query.new === "1";
  return (
    <View
      title="Webhooks"
      lead="Ruaflow sends events to your own systems, signed, as they happen."
      actions={
        mayWrite &&
        !isNew && (
          <a class="button" href={linkTo(paths.webhooks, { new: "1" })}>
            New webhook
          </a>
        )
      }
    >
      <WebhookPlan>
        {isNew && <NewWebhook />}
        <WebhookList />
      </WebhookPlan>
    </View>
  );
}
