import { createIngest, type Ingest, OPERATOR_LIMITS, type Route, type SubmissionResult } from "@ruaflow/ingest";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { isOutage } from "@ruaflow/runtime/errors";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { retryUntilDone } from "@ruaflow/runtime/work";
import pMap from "p-map";
import type { InputFile } from "../paths.ts";
import type { Stores } from "../stores/stores.ts";
import { createLiveCounts, type LiveCounts } from "./live-counts.ts";
import { createOutcomeWaiter } from "./outcome-waiter.ts";
import { type Progress, STORE_UNREACHABLE } from "./progress.ts";
import type { ResumeState } from "./resume-state.ts";
import { createSummary, type Summary } from "./summary.ts";

/** Files in flight, to share round trips: 512 took a fifth less CPU than 128. */
const CONCURRENCY = 512;

export interface ImportContext {
  readonly stores: Stores;
  readonly route: Route;
  readonly progress: Progress;
  /** Learns which files are done; without it an import cannot be resumed. */
  readonly resume?: Pick<ResumeState, "markDone">;
  /** Files that are left out because they are done. */
  readonly skipped?: number;
}

/** Imports files concurrently and waits until all accepted reports are written. */
export async function importFiles(
  files: readonly InputFile[],
  { stores, route, progress, resume, skipped = 0 }: ImportContext,
): Promise<Summary> {
  const summary = createSummary(files.length, skipped);
  const ingest = createIngest({
    ...stores,
    spoolFolder: await stores.openSpool(),
    metrics: noMetrics,
    limits: OPERATOR_LIMITS,
  });
  const waiter = createOutcomeWaiter(stores, (text) => progress.wait(text));
  const live = createLiveCounts();
  const onCount = () => progress.update(summary.files.done, live.counts, live.total());
  const finish = (file: InputFile, result: SubmissionResult, counted: FileCounts) =>
    waiter.whenWritten(result, {
      onWritten(entries) {
        summary.add(file.name, entries, result.mails);
        counted.replace(entries.map(({ outcome }) => outcome));
        resume?.markDone(file);
        onCount();
      },
      onFailure: (error) => summary.addFailure(file.name, error),
    });
  const importFile = async (file: InputFile) => {
    const share = await ingest.budget.enter(file.sizeBytes);
    const counted = live.open();
    try {
      await finish(file, await submitWithRetry(file, { ingest, route, progress, counted, onCount }), counted);
    } catch (error) {
      summary.addFailure(file.name, error);
    } finally {
      share.leave();
    }
  };
  await pMap(files, importFile, { concurrency: CONCURRENCY });
  await waiter.drain();
  await ingest.stop();
  return summary;
}

type FileCounts = ReturnType<LiveCounts["open"]>;

interface Submitting {
  readonly ingest: Ingest;
  readonly route: Route;
  readonly progress: Progress;
  readonly counted: FileCounts;
  readonly onCount: () => void;
}

/**
 * The import waits during an outage; an unreadable file is a failure of that file alone. Each attempt is a separate
 * submission, so messages that an earlier attempt left in the log count as duplicates.
 */
function submitWithRetry(
  file: InputFile,
  { ingest, route, progress, counted, onCount }: Submitting,
): Promise<SubmissionResult> {
  const submit = () => {
    const id = createSubmissionId();
    const submission = { id, receivedAt: new Date(), channel: "import" as const, name: file.name, body: file.open() };
    counted.replace([]);
    return ingest.submit(submission, route, ({ outcome }) => {
      counted.add(outcome);
      onCount();
    });
  };
  return retryUntilDone(submit, {
    shouldRetry: (error) => isOutage(error) && file.isReadOnce !== true,
    onRetry: () => progress.wait(STORE_UNREACHABLE),
  });
}
