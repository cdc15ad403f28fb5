import { View } from "../../parts/view.tsx";

export function DeliveryView() {
  return <View title="Delivery">{null}</View>;
}
