import type { Database } from "@ruaflow/postgres";
import { bindTo } from "../bind.ts";
import { readArrivals, readSubmissionStatus, saveArrivals } from "./arrivals.ts";
import { archiveSubmission, archiveSubmissions, readSubmissionBody } from "./submissions.ts";

/** Submissions with their bytes, and the outcome of each report in them. */
export type IntakeStore = ReturnType<typeof createIntakeStore>;

export function createIntakeStore(database: Database) {
  const bind = bindTo(database);
  return {
    archiveSubmissions: bind(archiveSubmissions),
    archiveSubmission: bind(archiveSubmission),
    readSubmissionBody: bind(readSubmissionBody),

    saveArrivals: bind(saveArrivals),
    readArrivals: bind(readArrivals),
    readSubmissionStatus: bind(readSubmissionStatus),
  };
}
