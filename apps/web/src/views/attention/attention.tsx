import { View } from "../../parts/view.tsx";

export function AttentionView() {
  return <View title="Attention">{null}</View>;
}
