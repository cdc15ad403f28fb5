import type { Submission } from "@ruaflow/dmarc";
import type { EventLog } from "@ruaflow/event-log";
import type { MailAuthentication } from "@ruaflow/mail-auth";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { toSubmissionState } from "@ruaflow/metadata-store/submission-states";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { noTracing, type Tracing } from "@ruaflow/runtime/tracing";
import { type ReceivedBody, toParty } from "./arrivals/arrival.ts";
import { type Arrivals, createArrivals } from "./arrivals/arrivals.ts";
import { type ByteBudget, createByteBudget } from "./byte-budget.ts";
import { type ExplainedBody, explainBody } from "./explain/explain-body.ts";
import type { IngestLimits } from "./limits.ts";
import { logOutcomes } from "./log-outcomes.ts";
import { createLookups } from "./lookups.ts";
import { createIngestCounters, observeDisk } from "./observe.ts";
import { createOutputs, noOutputs, withoutArchive } from "./outputs.ts";
import { createHoldRoom } from "./path/hold-room.ts";
import { createLazyMailAuthenticator } from "./path/lazy-mail-authenticator.ts";
import { loadMailAuth } from "./path/load-mail-auth.ts";
import type { IngestServices } from "./path/submission-context.ts";
import { takeIn } from "./path/take-in.ts";
import { startSubmission } from "./path/trace-submission.ts";
import { createReader } from "./reading/reader.ts";
import type { Route, SubmissionResult } from "./submission-result.ts";
import { createUnprovenBudget } from "./unproven/unproven-budget.ts";

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
  /** Absent: no traces. */
  readonly tracing?: Tracing;
}

/** Processes submissions. Any number may be in flight; they share round trips to the stores. */
export interface Ingest {
  /** A channel that opens bodies itself takes a share before it submits one; all others wait for theirs in here. */
  readonly budget: ByteBudget;
  /** Where clients' bodies arrive before they are submitted. */
  readonly arrivals: Pick<Arrivals, "open">;
  /**
   * Reads a submission and makes its reports durable. Once it resolves, everything in the submission is in the log, or
   * is kept with the reason why it is not; only then may the sender be answered.
   * @param onEntry told of each entry once it is durable: an archive may have many
   * @throws {NoRoomError} if a received body waits too long for its turn
   * @throws if a store or the log is unreachable; nothing is lost as long as the sender tries again
   */
  submit(submission: Submission, route: Route, onEntry?: IngestServices["onEntry"]): Promise<SubmissionResult>;
  /** Reads a kept submission again, like `submit`, but waits for its share and does not keep its bytes a second time. */
  resubmit(submission: Submission, route: Route): Promise<SubmissionResult>;
  /** What `resubmit` would do now. Changes nothing. */
  preview(submission: Submission, route: Route): Promise<SubmissionResult>;
  /**
   * Reads a received body and says what is in it. Nothing is stored. `null`: it is larger than a submission may be.
   * @throws {NoRoomError} if the body waits too long for its turn
   */
  explain(
    body: ReceivedBody,
    options: { readonly name: string; readonly organizationId: string },
  ): Promise<ExplainedBody | null>;
  /** Waits for everything in flight. */
  stop(): Promise<void>;
}

/** Share of a submission that is read again: the part of its body that is held in memory. */
const REREAD_BYTES = 1024 * 1024;

/** What differs between a new submission and one that is read again. */
type Keeping = Pick<IngestServices, "outputs" | "readKnownProof" | "tracing" | "onEntry">;

export function createIngest(options: IngestOptions): Ingest {
  const { metadata, log, metrics, logger, spoolFolder, limits, tracing = noTracing } = options;
  const budget = createByteBudget(limits.inFlightBytesMax);
  const arrivals = createArrivals({ limits, folder: spoolFolder, budget, metrics });
  const outputs = logOutcomes(createOutputs(metadata, log), logger, tracing);
  const services = openServices(options);
  const count = createIngestCounters(metrics);
  observeDisk(metrics, spoolFolder);
  const working = new Set<Promise<unknown>>();

  async function submit(submission: Submission, route: Route, keeping: Keeping): Promise<SubmissionResult> {
    const { id: submissionId, channel, name } = submission;
    const span = startSubmission(keeping.tracing, submission);
    try {
      const found = await takeIn(submission, route, { ...services, ...keeping, span });
      const state = toSubmissionState(found.entries.map(({ outcome }) => outcome));
      const traceId = tracing.toTraceId(submissionId);
      logger.debug({ submissionId, traceId, channel, name, ...countOutcomes(found) }, "submission received");
      span.end({ "ruaflow.state": state });
      return { submissionId, state, ...found };
    } catch (error) {
      span.fail(error);
      throw error;
    }
  }

  async function readAgain(submission: Submission, route: Route, keeping: Keeping): Promise<SubmissionResult> {
    const share = await budget.enter(REREAD_BYTES, { party: toParty(submission, route) });
    try {
      return await submit(submission, route, { ...keeping, readKnownProof: (id) => readKeptProof(metadata, id) });
    } finally {
      share.leave();
    }
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    working.add(work);
    return work.finally(() => working.delete(work));
  }

  return {
    budget,
    arrivals,
    submit: (submission, route, onEntry) =>
      count(submission.channel, track(submit(submission, route, { outputs, tracing, onEntry }))),
    resubmit: (submission, route) => track(readAgain(submission, route, { outputs: withoutArchive(outputs), tracing })),
    preview: (submission, route) =>
      track(readAgain(submission, { ...route, addDomains: false }, { outputs: noOutputs, tracing: noTracing })),
    explain: (body, options) => track(explainBody(body, { ...options, reader: services.reader })),
    async stop() {
      arrivals.stop();
      await Promise.allSettled(working);
      await outputs.drain();
      await Promise.all([services.reader.stop(), services.mailAuthenticator.stop()]);
    },
  };
}

/** What all submissions share. */
function openServices({ metadata, metrics, logger, spoolFolder, limits, dnsServers = [] }: IngestOptions) {
  return {
    lookups: createLookups(metadata),
    reader: createReader({ limits, spoolFolder, logger }),
    entriesBudget: createByteBudget(limits.entriesBytesMax),
    holdRoom: createHoldRoom(metadata, limits.unclaimed),
    unprovenBudget: createUnprovenBudget(metadata, limits.unproven, metrics),
    mailAuthenticator: createLazyMailAuthenticator(dnsServers),
    spoolFolder,
    limits,
  };
}

/** What `makeDurable` saved, maybe in an earlier release. */
async function readKeptProof({ intake }: MetadataStore, id: string): Promise<MailAuthentication | null> {
  const kept = (await intake.readMailProof(id)) as Partial<MailAuthentication> | null;
  if (kept === null) return null;
  const { restoreAuthentication } = await loadMailAuth();
  return restoreAuthentication(kept);
}

function countOutcomes({ entries, mails }: Pick<SubmissionResult, "entries" | "mails">): Record<string, number> {
  const byOutcome = Map.groupBy(entries, ({ outcome }) => outcome);
  const counts = Object.fromEntries([...byOutcome].map(([outcome, group]) => [outcome, group.length]));
  return mails > 0 ? { mails, ...counts } : counts;
}
