import { View } from "../../parts/view.tsx";

export function WebhooksView() {
  return <View title="Webhooks">{null}</View>;
}
