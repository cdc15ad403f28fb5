import { defaultDatabase } from "./engine/engine.ts";

const notDeleted = `domain_id NOT IN (SELECT domain_id FROM ${defaultDatabase}.deleted_domains)`;

/**
 * What SQL readers may see: the database of the tables, and a condition for the visible rows of each table. Rows of
 * deleted domains are never visible, not even in the seconds before they are removed.
 */
export const sqlView = {
  database: defaultDatabase,
  tableFilters: { records: notDeleted, reports: notDeleted },
};
