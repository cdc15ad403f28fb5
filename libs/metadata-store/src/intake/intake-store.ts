import type { Database } from "@ruaflow/postgres";
import { bindTo } from "../bind.ts";
import { beginReplay, endReplay, readArrivals, readOwnArrivals, saveArrivals } from "./arrivals.ts";
import { isOwnSubmission, listSubmissions, readSubmission } from "./submission-list.ts";
import { archiveSubmission, archiveSubmissions, readSubmissionBody, recordSubmissions } from "./submissions.ts";

/** Submissions with their bytes, and the outcome of each report in them. */
export type IntakeStore = ReturnType<typeof createIntakeStore>;

export function createIntakeStore(database: Database) {
  const bind = bindTo(database);
  return {
    archiveSubmissions: bind(archiveSubmissions),
    archiveSubmission: bind(archiveSubmission),
    recordSubmissions: bind(recordSubmissions),
    readSubmissionBody: bind(readSubmissionBody),
    listSubmissions: bind(listSubmissions),
    readSubmission: bind(readSubmission),
    isOwnSubmission: bind(isOwnSubmission),

    saveArrivals: bind(saveArrivals),
    beginReplay: bind(beginReplay),
    endReplay: bind(endReplay),
    readArrivals: bind(readArrivals),
    readOwnArrivals: bind(readOwnArrivals),
  };
}
