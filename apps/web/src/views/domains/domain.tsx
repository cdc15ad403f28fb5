import { View } from "../../parts/view.tsx";

export function DomainView() {
  return <View title="Domain">{null}</View>;
}
