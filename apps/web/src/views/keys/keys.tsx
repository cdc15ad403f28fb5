import { View } from "../../parts/view.tsx";

export function KeysView() {
  return <View title="Keys">{null}</View>;
}
