import { View } from "../../parts/view.tsx";

export function DomainsView() {
  return <View title="Domains">{null}</View>;
}
