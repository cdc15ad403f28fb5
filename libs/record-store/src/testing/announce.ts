import { RowChange } from "@ruaflow/runtime/row-change";

/** A change that no metadata store knows of, for tests without cached answers; of no organization: of facts about sources. */
export function announce(...organizationIds: readonly string[]): RowChange {
  return new RowChange(organizationIds.length === 0 ? [""] : organizationIds);
}
