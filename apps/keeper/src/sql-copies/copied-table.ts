import type { MetadataStore } from "@ruaflow/metadata-store";
import type { CopiesRequest } from "@ruaflow/metadata-store/watch";
import type { RecordStore } from "@ruaflow/record-store";
import type { CopyKey, CopyRange } from "@ruaflow/record-store/rows";

export interface CopyStores {
  readonly metadata: Pick<MetadataStore, "watch">;
  readonly records: Pick<RecordStore, "copies">;
}

/** A table of PostgreSQL, and its copy in ClickHouse. */
export interface CopiedTable<Row extends CopyKey = CopyKey> {
  readonly read: (request: CopiesRequest) => Promise<readonly Row[]>;
  readonly save: (rows: readonly Row[]) => Promise<void>;
  readonly remove: (keys: readonly CopyKey[]) => Promise<void>;
  readonly listCopies: (range: CopyRange) => Promise<readonly CopyKey[]>;
}

/** Work on each table that SQL readers have a copy of. */
export function forEachTable<Result>(
  { metadata: { watch }, records: { copies } }: CopyStores,
  create: <Row extends CopyKey>(table: CopiedTable<Row>) => Result,
): readonly Result[] {
  const { domains, attention } = copies;
  return [
    create({ read: watch.listCopiedDomains, save: domains.save, remove: domains.remove, listCopies: domains.list }),
    create({
      read: watch.listCopiedAttention,
      save: attention.save,
      remove: attention.remove,
      listCopies: attention.list,
    }),
  ];
}
