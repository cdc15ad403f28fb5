import type { Submission } from "@ruaflow/dmarc";
import type { EventLog } from "@ruaflow/event-log";
import type { MailAuthentication } from "@ruaflow/mail-auth";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { toSubmissionState } from "@ruaflow/metadata-store/intake";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { type ByteBudget, createByteBudget } from "./byte-budget.ts";
import { createIngestCounters } from "./ingest-counters.ts";
import { createLazyMailAuthenticator } from "./lazy-mail-authenticator.ts";
import type { IngestLimits } from "./limits.ts";
import { logOutcomes } from "./log-outcomes.ts";
import { createLookups } from "./lookups.ts";
import { observeDisk } from "./observe-disk.ts";
import { createOutputs, noOutputs, type Outputs, withoutArchive } from "./outputs.ts";
import { readSubmission } from "./read-submission.ts";
import { createReader } from "./reading/reader.ts";
import type { IngestServices } from "./submission-context.ts";
import type { Route, SubmissionResult } from "./submission-result.ts";

export interface IngestOptions {
  readonly log: EventLog;
  readonly metadata: MetadataStore;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Folder for bodies and chunks too large for memory; must exist. */
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
  /** Resolvers for the authentication of mails; absent: the system's. */
  readonly dnsServers?: readonly string[];
}

/** Processes submissions. Any number may be in flight; they share round trips to the stores. */
export interface Ingest {
  /** Every channel takes a share before it submits; reading again takes its own. */
  readonly budget: ByteBudget;
  /**
   * Reads a submission and makes its reports durable. Once it resolves, everything in the submission is in the log, or
   * is kept with the reason why it is not; only then may the sender be answered.
   * @throws if a store or the log is unreachable; nothing is lost as long as the sender tries again
   */
  submit(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** Reads a kept submission again, like `submit`, but waits for its share and does not keep its bytes a second time. */
  resubmit(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** What `resubmit` would do now. Changes nothing. */
  preview(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** Waits for everything in flight. */
  stop(): Promise<void>;
}

/** Share of a submission that is read again: the part of its body that is held in memory. */
const REREAD_BYTES = 1024 * 1024;

/** What differs between a new submission and one that is read again. */
type Keeping = Pick<IngestServices, "outputs" | "readKnownProof">;

export function createIngest(options: IngestOptions): Ingest {
  const { metadata, log, metrics, logger, spoolFolder, limits, dnsServers = [] } = options;
  const budget = createByteBudget(limits.inFlightBytesMax);
  const outputs = logOutcomes(createOutputs(metadata, log), logger);
  const lookups = createLookups(metadata);
  const reader = createReader({ limits, spoolFolder, logger });
  const mailAuthenticator = createLazyMailAuthenticator(dnsServers);
  const services = { lookups, reader, mailAuthenticator, spoolFolder, limits };
  const count = createIngestCounters(metrics);
  observeDisk(metrics, spoolFolder);
  const working = new Set<Promise<unknown>>();
  // Saved by `acceptReport`, in the form in which it is used.
  const readKnownProof = async (id: string) => (await metadata.intake.readMailProof(id)) as MailAuthentication | null;

  async function submit(submission: Submission, route: Route, keeping: Keeping): Promise<SubmissionResult> {
    const results = await readSubmission(submission, route, { ...services, ...keeping });
    const counts = Object.fromEntries(
      [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, group]) => [outcome, group.length]),
    );
    logger.debug(
      { submissionId: submission.id, channel: submission.channel, name: submission.name, ...counts },
      "submission received",
    );
    return {
      submissionId: submission.id,
      state: toSubmissionState(results.map(({ outcome }) => outcome)),
      entries: results,
    };
  }

  async function readAgain(submission: Submission, route: Route, outputs: Outputs): Promise<SubmissionResult> {
    const share = await budget.enter(REREAD_BYTES);
    try {
      return await submit(submission, route, { outputs, readKnownProof });
    } finally {
      share.leave();
    }
  }

  function track(work: Promise<SubmissionResult>): Promise<SubmissionResult> {
    working.add(work);
    return work.finally(() => working.delete(work));
  }

  return {
    budget,
    submit: (submission, route) => count(submission.channel, track(submit(submission, route, { outputs }))),
    resubmit: (submission, route) => track(readAgain(submission, route, withoutArchive(outputs))),
    preview: (submission, route) => track(readAgain(submission, { ...route, addDomains: false }, noOutputs)),
    async stop() {
      await Promise.allSettled(working);
      await outputs.drain();
      await reader.stop();
      await mailAuthenticator.stop();
    },
  };
}
