import type { Migration } from "./migration.ts";

/** How many reports each day of an organization has: says which days a page of a list lies in. */
export const reportsByDay: Migration = {
  number: 2,
  name: "reports-by-day",
  statements: [
    `ALTER TABLE reports ADD PROJECTION IF NOT EXISTS by_day
      (SELECT organization_id, day, count() GROUP BY organization_id, day)`,
    // For what is stored already, in the background; until then the days are counted row by row.
    "ALTER TABLE reports MATERIALIZE PROJECTION by_day",
  ],
};
