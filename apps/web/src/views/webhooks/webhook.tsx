import { View } from "../../parts/view.tsx";

export function WebhookView() {
  return <View title="Webhook">{null}</View>;
}
