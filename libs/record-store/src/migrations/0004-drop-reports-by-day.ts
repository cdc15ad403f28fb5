import type { Migration } from "./migration.ts";

/** The days of all reports are counted in Postgres, when a report becomes `stored`; nothing asks for the projection any more. */
export const dropReportsByDay: Migration = {
  number: 4,
  name: "drop-reports-by-day",
  statements: ["ALTER TABLE reports DROP PROJECTION IF EXISTS by_day"],
};
