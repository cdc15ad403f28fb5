import type { RecordStore } from "@ruaflow/record-store";
import type { Cause, SourceClass } from "@ruaflow/senders/rules";
import { toCause, toClass } from "../judge/stored-form.ts";

export interface ClassAndCause {
  readonly class: SourceClass;
  readonly cause: Cause;
}

/** By domain id, then by address. */
export type SourceClasses = ReadonlyMap<string, ReadonlyMap<string, ClassAndCause>>;

/** Class and cause of sources; those that were not judged yet are left out. */
export async function readSourceClasses(
  { records }: { readonly records: Pick<RecordStore, "readVerdicts"> },
  organizationId: string,
  sources: readonly { readonly domainId: string; readonly sourceIp: string }[],
): Promise<SourceClasses> {
  const found = new Map<string, Map<string, ClassAndCause>>();
  for (const { domainId, sourceIp, cause, ...one } of await records.readVerdicts(organizationId, sources)) {
    const known = toCause(cause);
    if (known === null) continue;
    const ofDomain = found.get(domainId) ?? new Map<string, ClassAndCause>();
    found.set(domainId, ofDomain.set(sourceIp, { class: toClass(one.class), cause: known }));
  }
  return found;
}
