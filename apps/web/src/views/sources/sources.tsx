import { View } from "../../parts/view.tsx";

export function SourcesView() {
  return <View title="Sources">{null}</View>;
}
