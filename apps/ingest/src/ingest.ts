import type { Submission } from "@ruaflow/dmarc";
import type { EventLog } from "@ruaflow/event-log";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { toSubmissionState } from "@ruaflow/metadata-store/intake";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type ByteBudget, createByteBudget } from "./byte-budget.ts";
import { createIngestCounters } from "./ingest-counters.ts";
import type { IngestLimits } from "./limits.ts";
import { createLookups } from "./lookups.ts";
import { createOutputs, noOutputs, type Outputs, withoutArchive } from "./outputs.ts";
import { readSubmission } from "./read-submission.ts";
import { createReader } from "./reading/reader.ts";
import type { Route, SubmissionResult } from "./submission-result.ts";

export interface IngestOptions {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Folder for bodies and chunks too large for memory; must exist. */
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
}

/** Processes submissions. Any number may be in flight; they share round trips to the stores. */
export interface Ingest {
  /** Every channel takes a share before it submits. */
  readonly budget: ByteBudget;
  /**
   * Reads a submission and makes its reports durable. Once it resolves, everything in the submission is in the log, or
   * is kept with the reason why it is not; only then may the sender be answered.
   * @throws if a store or the log is unreachable; nothing is lost as long as the sender tries again
   */
  submit(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** Reads a kept submission again, like `submit`, but does not keep its bytes a second time. */
  resubmit(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** What `resubmit` would do now. Changes nothing. */
  preview(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** Waits for everything in flight. */
  stop(): Promise<void>;
}

export function createIngest(options: IngestOptions): Ingest {
  const { metadata, log, metrics, logger, spoolFolder, limits } = options;
  const outputs = createOutputs(metadata, log);
  const lookups = createLookups(metadata);
  const reader = createReader({ limits, spoolFolder, logger });
  const count = createIngestCounters(metrics);
  const working = new Set<Promise<unknown>>();

  async function submit(submission: Submission, route: Route, keeping: Outputs): Promise<SubmissionResult> {
    const services = { lookups, outputs: keeping, reader, spoolFolder, limits };
    const results = await readSubmission(submission, route, services);
    const counts = Object.fromEntries(
      [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, group]) => [outcome, group.length]),
    );
    logger.debug(
      { submissionId: submission.id, channel: submission.channel, name: submission.name, ...counts },
      "submission",
    );
    return {
      submissionId: submission.id,
      state: toSubmissionState(results.map(({ outcome }) => outcome)),
      entries: results,
    };
  }

  function track(submission: Submission, route: Route, keeping: Outputs): Promise<SubmissionResult> {
    const work = submit(submission, route, keeping);
    working.add(work);
    return work.finally(() => working.delete(work));
  }

  return {
    budget: createByteBudget(limits.inFlightBytesMax),
    submit: (submission, route) => count(submission.channel, track(submission, route, outputs)),
    resubmit: (submission, route) => track(submission, route, withoutArchive(outputs)),
    preview: (submission, route) => track(submission, { ...route, addDomains: false }, noOutputs),
    async stop() {
      await Promise.allSettled(working);
      await outputs.drain();
      await reader.stop();
    },
  };
}
