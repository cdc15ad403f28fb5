import { useRoute } from "preact-iso";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { Chip } from "../../parts/chips.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Deliveries } from "./deliveries.tsx";
import { WebhookPlan } from "./plan.tsx";
import { Recover } from "./recover.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Test } from "./test.tsx";
import { describeWebhook } from "./words.ts";

/** One endpoint: how it is, and what was sent to it. */
export function WebhookView() {
  const { linkTo } = useFilter();
  return (
    <View title="Webhook" actions={<a href={linkTo(paths.webhooks)}>All webhooks</a>}>
      <WebhookPlan>
        <Webhook id={useRoute().params.id ?? ""} />
      </WebhookPlan>
    </View>
  );
}

function Webhook({ id }: { readonly id: string }) {
  const mayWrite = useScope("webhooks:write");
  const asked = useAnswer({
    key: ["webhook", id],
    ask: (client, signal) => client.webhooks.read(id, { signal }),
  });
  return (
    <Answered asked={asked} what="the webhook">
      {({ data: webhook }) => {
        const { text, tone, means } = describeWebhook(webhook);
        return (
          <div class="stack">
            <p class="lead">
              <Chip tone={tone}>{text}</Chip> {means}
            </p>
            <SettingsPanel webhook={webhook} />
            <div class="reserve-list">
              <Deliveries webhook={webhook} />
            </div>
            {mayWrite && (
              <div class="columns">
                <Test webhook={webhook} />
                <Recover webhook={webhook} />
              </div>
            )}
          </div>
        );
      }}
    </Answered>
  );
}
