import { useWrite, type Write } from "../../../data/use-write.ts";
import type { Acknowledgement } from "./acknowledge-form.tsx";

/** Of one request. */
const IDS_MAX = 1000;

interface Acknowledging extends Acknowledgement {
  readonly ids: readonly string[];
}

/** Acknowledges reasons by their ids. If a request of several fails, the same can be sent again. */
export function useAcknowledge(): Write<Acknowledging, unknown> {
  return useWrite(async (client, { ids, ...acknowledgement }: Acknowledging) => {
    for (let start = 0; start < ids.length; start += IDS_MAX)
      await client.attention.acknowledgeReasons({ ids: ids.slice(start, start + IDS_MAX), ...acknowledgement });
  });
}
