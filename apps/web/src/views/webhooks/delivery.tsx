import { useEffect, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { fillPath } from "../../address.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { useFilter } from "../../filter/filter.ts";
import { Chip } from "../../parts/chips.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { paths } from "../../paths.ts";
import { useScope } from "../../session/session.ts";
import { Attempts } from "./attempts.tsx";
import { EventBody } from "./event-body.tsx";
import { WebhookPlan } from "./plan.tsx";
import { Redeliver } from "./redeliver.tsx";
import { STATUSES } from "./words.ts";

const WHILE_SENT_MS = 3000;

/** One event on its way to one endpoint. */
export function DeliveryView() {
  const { params } = useRoute();
  const { linkTo } = useFilter();
  const id = params.id ?? "";
  return (
    <View title="Delivery" actions={<a href={linkTo(fillPath(paths.webhook, { id }))}>The webhook</a>}>
      <WebhookPlan>
        <Delivery webhookId={id} id={params.delivery ?? ""} />
      </WebhookPlan>
    </View>
  );
}

function Delivery({ webhookId, id }: { readonly webhookId: string; readonly id: string }) {
  const mayWrite = useScope("webhooks:write");
  const [isUnderWay, setUnderWay] = useState(false);
  const asked = useAnswer({
    key: ["delivery", webhookId, id],
    ask: (client, signal) => client.webhooks.readDelivery(webhookId, id, { signal }),
    ...(isUnderWay && { everyMs: WHILE_SENT_MS }),
  });
  const isOpen = asked.data?.data.finished_at === null;
  useEffect(() => setUnderWay(isOpen), [isOpen]);
  return (
    <Answered asked={asked} what="the delivery">
      {({ data: delivery }) => {
        const { text, tone, means } = STATUSES[delivery.status];
        return (
          <div class="stack">
            <p class="lead">
              <Chip tone={tone}>{text}</Chip> {means}
              {delivery.test && " It is a test."}
            </p>
            {mayWrite && <Redeliver webhookId={webhookId} delivery={delivery} />}
            <Attempts delivery={delivery} />
            <EventBody delivery={delivery} />
          </div>
        );
      }}
    </Answered>
  );
}
