import { View } from "../../parts/view.tsx";

export function SubmissionsView() {
  return <View title="Submissions">{null}</View>;
}
