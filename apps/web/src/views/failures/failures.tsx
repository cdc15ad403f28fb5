import { View } from "../../parts/view.tsx";

export function FailuresView() {
  return <View title="Failures">{null}</View>;
}
