import type { RecordStore } from "@ruaflow/record-store";
import { toVerdictId, type VerdictKey } from "@ruaflow/record-store/verdicts";
import { type ShownVerdict, toShown } from "./stored-form.ts";

/** Reads the verdicts on some sources. Returns what each of them shows, also one that was not judged yet. */
export async function readShown(
  { records }: { readonly records: Pick<RecordStore, "readVerdicts"> },
  organizationId: string,
  keys: readonly VerdictKey[],
): Promise<(key: VerdictKey) => ShownVerdict> {
  const stored = await records.readVerdicts(organizationId, keys);
  const verdictOf = new Map(stored.map((one) => [toVerdictId(one), one]));
  return (key) => toShown(verdictOf.get(toVerdictId(key)));
}
