import { createIngest, type Ingest, OPERATOR_LIMITS, type Route, type SubmissionResult } from "@ruaflow/ingest";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { isOutage } from "@ruaflow/runtime/errors";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { retryUntilDone } from "@ruaflow/runtime/work";
import pMap from "p-map";
import type { Stores } from "../open-stores.ts";
import type { InputFile } from "../paths.ts";
import { STORE_UNREACHABLE } from "./outage.ts";
import { createOutcomeWaiter } from "./outcome-waiter.ts";
import type { Progress } from "./progress.ts";
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
  const ingest = createIngest({ ...stores, metrics: noMetrics, limits: OPERATOR_LIMITS });
  const waiter = createOutcomeWaiter(stores, (text) => progress.wait(text));
  const finish = (file: InputFile, result: SubmissionResult) =>
    waiter.whenWritten(result, {
      onWritten(entries) {
        summary.add(file.name, entries);
        resume?.markDone(file);
        progress.update(summary.files.done, summary.files);
      },
      onFailure: (error) => summary.addFailure(file.name, error),
    });
  const importFile = async (file: InputFile) => {
    const share = await ingest.budget.enter(file.sizeBytes);
    try {
      await finish(file, await submitWithRetry(file, { ingest, route, progress }));
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

interface Submitting {
  readonly ingest: Ingest;
  readonly route: Route;
  readonly progress: Progress;
}

/**
 * The import waits during an outage; an unreadable file is a failure of that file alone. Each attempt is a separate
 * submission, so messages that an earlier attempt left in the log count as duplicates.
 */
function submitWithRetry(file: InputFile, { ingest, route, progress }: Submitting): Promise<SubmissionResult> {
  const submit = () => {
    const id = createSubmissionId();
    const submission = { id, receivedAt: new Date(), channel: "import" as const, name: file.name, body: file.open() };
    return ingest.submit(submission, route);
  };
  return retryUntilDone(submit, {
    shouldRetry: (error) => isOutage(error) && file.name !== "-",
    onRetry: () => progress.wait(STORE_UNREACHABLE),
  });
}
