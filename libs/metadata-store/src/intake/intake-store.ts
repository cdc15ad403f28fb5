import { bindTo } from "@ruaflow/runtime/bind";
import {
  beginReplay,
  endReplay,
  readArrivals,
  readOwnArrivals,
  readWrittenArrivals,
  saveArrivals,
} from "./arrivals.ts";
import { type BodyContext, eraseObjects } from "./body-objects.ts";
import { readMailProof, saveMailProof } from "./mail-proof.ts";
import { takeReplayTurn, waitForSubmissionTurn } from "./replay-turn.ts";
import { countSubmissions } from "./submission-counts.ts";
import { isOwnSubmission, listSubmissions, readSubmission } from "./submission-list.ts";
import { archiveSubmission, archiveSubmissions, readSubmissionBody, recordSubmissions } from "./submissions.ts";
import {
  addReadInVain,
  countDeferredMail,
  forgetUnprovenMail,
  isDomainFull,
  isReadInVainFull,
  listUnprovenDays,
  returnNetworkRoom,
  takeDomainRoom,
  takeNetworkBytes,
  takeNetworkRecords,
} from "./unproven-mail.ts";
import { countUnstoredReports, listUnstoredSubmissions } from "./unstored-reports.ts";

/** Submissions with their bytes, and the outcome of each report in them. */
export type IntakeStore = ReturnType<typeof createIntakeStore>;

export function createIntakeStore(context: BodyContext) {
  const bind = bindTo(context.database);
  const bindBodies = bindTo(context);
  return {
    archiveSubmissions: bindBodies(archiveSubmissions),
    archiveSubmission: bindBodies(archiveSubmission),
    recordSubmissions: bind(recordSubmissions),
    readSubmissionBody: bindBodies(readSubmissionBody),
    eraseObjects: bindBodies(eraseObjects),
    listSubmissions: bind(listSubmissions),
    countSubmissions: bind(countSubmissions),
    readSubmission: bind(readSubmission),
    isOwnSubmission: bind(isOwnSubmission),
    countUnstoredReports: bind(countUnstoredReports),
    listUnstoredSubmissions: bind(listUnstoredSubmissions),

    takeNetworkBytes: bind(takeNetworkBytes),
    takeNetworkRecords: bind(takeNetworkRecords),
    returnNetworkRoom: bind(returnNetworkRoom),
    addReadInVain: bind(addReadInVain),
    isReadInVainFull: bind(isReadInVainFull),
    takeDomainRoom: bind(takeDomainRoom),
    isDomainFull: bind(isDomainFull),
    countDeferredMail: bind(countDeferredMail),
    listUnprovenDays: bind(listUnprovenDays),
    forgetUnprovenMail: bind(forgetUnprovenMail),

    saveMailProof: bind(saveMailProof),
    readMailProof: bind(readMailProof),

    saveArrivals: bind(saveArrivals),
    beginReplay: bind(beginReplay),
    endReplay: bind(endReplay),
    takeReplayTurn: bind(takeReplayTurn),
    /** See {@link waitForSubmissionTurn}. */
    waitForSubmissionTurn: <Result>(submissionId: string, work: () => Promise<Result>) =>
      waitForSubmissionTurn(context.database, submissionId, work),
    readArrivals: bind(readArrivals),
    readWrittenArrivals: bind(readWrittenArrivals),
    readOwnArrivals: bind(readOwnArrivals),
  };
}
