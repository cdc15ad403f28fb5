import { View } from "../../parts/view.tsx";

export function UploadView() {
  return <View title="Upload">{null}</View>;
}
