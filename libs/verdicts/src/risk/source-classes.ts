import type { RecordStore } from "@ruaflow/record-store";
import type { Filter } from "@ruaflow/record-store/questions";
import type { Cause, SourceClass } from "@ruaflow/senders/rules";
import { createClassifier } from "../classes/classify-mail.ts";
import { addSourceFacts } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";

/** What few sources are classified from. */
export interface SourceClassStores extends VerdictStores {
  readonly records: VerdictStores["records"] & Pick<RecordStore, "readSourceMail">;
}

export interface ClassAndCause {
  readonly class: SourceClass;
  readonly cause: Cause;
}

/** By domain id, then by address. */
export type SourceClasses = ReadonlyMap<string, ReadonlyMap<string, ClassAndCause>>;

/**
 * Class and cause of a few addresses for each domain, by their mail that the filter selects; addresses without mail about a domain are
 * left out.
 */
export async function readSourceClasses(
  stores: SourceClassStores,
  organizationId: string,
  { filter, addresses }: { readonly filter: Filter; readonly addresses: readonly string[] },
): Promise<SourceClasses> {
  if (addresses.length === 0) return new Map();
  const mail = await stores.records.readSourceMail(organizationId, { filter, addresses });
  const classified = await createClassifier(stores, organizationId, filter)(await addSourceFacts(stores, mail));
  const found = new Map<string, Map<string, ClassAndCause>>();
  for (const { item, judged } of classified)
    for (const { groups, verdict } of judged) {
      const domainId = groups[0]?.domainId ?? "";
      const ofDomain = found.get(domainId) ?? new Map<string, ClassAndCause>();
      found.set(domainId, ofDomain.set(item.sourceIp, { class: verdict.class, cause: verdict.cause }));
    }
  return found;
}
