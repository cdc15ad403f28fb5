import type { ComponentChildren } from "preact";
import { useMe } from "../../data/use-me.ts";
import { Answered, Empty } from "../../parts/states.tsx";

/** Shows its children if the organization's plan has webhooks: without it every request would be refused. */
export function WebhookPlan({ children }: { readonly children: ComponentChildren }) {
  const me = useMe();
  return (
    <Answered asked={me} what="your plan">
      {({ data: { features } }) =>
        features.webhooks ? <div class="stack">{children}</div> : <Empty title="Your plan has no webhooks." />
      }
    </Answered>
  );
}
