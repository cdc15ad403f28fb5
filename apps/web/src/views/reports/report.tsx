import { View } from "../../parts/view.tsx";

export function ReportView() {
  return <View title="Report">{null}</View>;
}
