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

/** Class and cause of a few addresses by their mail that the filter selects; addresses without mail are left out. */
export async function readSourceClasses(
  stores: SourceClassStores,
  organizationId: string,
  { filter, addresses }: { readonly filter: Filter; readonly addresses: readonly string[] },
): Promise<ReadonlyMap<string, ClassAndCause>> {
  if (addresses.length === 0) return new Map();
  const mail = await stores.records.readSourceMail(organizationId, { filter, addresses });
  const classified = await createClassifier(stores, organizationId, filter)(await addSourceFacts(stores, mail));
  return new Map(
    classified.map(({ item, verdict }) => [item.sourceIp, { class: verdict.class, cause: verdict.cause }]),
  );
}
