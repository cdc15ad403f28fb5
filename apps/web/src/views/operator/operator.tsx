import { View } from "../../parts/view.tsx";

export function OperatorView() {
  return <View title="Operator">{null}</View>;
}
