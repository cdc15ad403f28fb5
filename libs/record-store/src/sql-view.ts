import { defaultDatabase } from "./engine/engine.ts";
import { toViewsDatabase } from "./migrations/views/view.ts";

const notDeleted = `domain_id NOT IN (SELECT domain_id FROM ${defaultDatabase}.deleted_domains)`;

/**
 * What SQL readers of the embedded engine may see: the views, which they meet first, and the tables, which may change with each
 * release; and a condition for the visible rows of each table. Rows of deleted domains are never visible, not even in the
 * seconds before they are removed.
 */
export const sqlView = {
  databases: [toViewsDatabase(defaultDatabase), defaultDatabase],
  tableFilters: { [`${defaultDatabase}.records`]: notDeleted, [`${defaultDatabase}.reports`]: notDeleted },
} as const;
