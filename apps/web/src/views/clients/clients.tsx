import { View } from "../../parts/view.tsx";

export function ClientsView() {
  return <View title="Clients">{null}</View>;
}
