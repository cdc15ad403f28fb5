import { View } from "../../parts/view.tsx";

export function SubmissionView() {
  return <View title="Submission">{null}</View>;
}
