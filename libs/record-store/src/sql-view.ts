import { defaultDatabase } from "./engine/engine.ts";

const notDeleted = `domain_id NOT IN (SELECT domain_id FROM ${defaultDatabase}.deleted_domains)`;

/**
 * What a reader of SQL may see: the database of the tables, and the condition of the rows that each shows. Rows of
 * deleted domains are never shown, also not in the seconds until they are removed.
 */
export const sqlView = {
  database: defaultDatabase,
  tableFilters: { records: notDeleted, reports: notDeleted },
};
