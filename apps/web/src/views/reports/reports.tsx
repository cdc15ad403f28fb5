import { View } from "../../parts/view.tsx";

export function ReportsView() {
  return <View title="Reports">{null}</View>;
}
