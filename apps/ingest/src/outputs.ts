import { type EventLog, type LogMessage, reportsTopic } from "@ruaflow/event-log";
import { bulkReportsTopic, type Lane } from "@ruaflow/event-log/lanes";
import type { MailAuthentication } from "@ruaflow/mail-auth";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Arrival, BareSubmission, SubmissionFacts } from "@ruaflow/metadata-store/intake";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import type { RefusedWriteError } from "@ruaflow/runtime/errors";
import { createBatcher, writeSeparately } from "@ruaflow/runtime/work";
import { createLaneChooser } from "./lanes/choose-lane.ts";
import type { Spool } from "./spool.ts";

/** Writes everything that ingest makes durable, for many submissions at once (group commit). */
export interface Outputs {
  /** Stores the bytes of a submission. */
  archive(facts: SubmissionFacts, spool: Spool): Promise<void>;
  /** Records a submission whose bytes are not kept. */
  record(submission: BareSubmission): Promise<void>;
  /** The lane for all messages of a report. */
  chooseLane(report: ReportMessageFacts, messages: number): Promise<Lane>;
  /**
   * Appends messages of one report, in order.
   * @throws {EventLogError} for a message too large for the log; the messages of other reports are not affected
   */
  append(lane: Lane, messages: readonly LogMessage[]): Promise<void>;
  /** Records the current outcome of an entry. */
  saveArrival(arrival: Arrival): Promise<void>;
  /** Saves what is proven of a mail whose reports may be read again. */
  saveMailProof(submissionId: string, proof: MailAuthentication): Promise<void>;
  drain(): Promise<void>;
}

/** Why the store refused one item of a write; the others are written. */
type Refusal = RefusedWriteError | null;

const GROUP = { itemsMax: 500, bytesMax: Number.POSITIVE_INFINITY, flushAfterMs: 1, sizeOf: () => 1 };

export function createOutputs(metadata: MetadataStore, log: EventLog): Outputs {
  const archives = createBatcher<{ facts: SubmissionFacts; body: Uint8Array }, Refusal>({
    itemsMax: 200,
    bytesMax: 8 * 1024 * 1024,
    flushAfterMs: 1,
    sizeOf: ({ body }) => body.length,
    flush: (items) =>
      writeSeparately(items, (some) =>
        metadata.intake.archiveSubmissions(some.map(({ facts, body }) => ({ ...facts, body }))),
      ),
  });
  const records = createBatcher<BareSubmission, Refusal>({
    ...GROUP,
    flush: (items) => writeSeparately(items, (some) => metadata.intake.recordSubmissions(some)),
  });
  const arrivals = createBatcher<Arrival, Refusal>({
    ...GROUP,
    flush: (items) => writeSeparately(items, (some) => metadata.intake.saveArrivals(some)),
  });
  return {
    async archive(facts, spool) {
      if (spool.bytes) throwRefusal(await archives.add({ facts, body: spool.bytes }));
      else await metadata.intake.archiveSubmission(facts, spool);
    },
    async record(submission) {
      throwRefusal(await records.add(submission));
    },
    chooseLane: createLaneChooser(log),
    // The log itself groups concurrent appends.
    append: (lane, messages) => log.append(lane === "bulk" ? bulkReportsTopic : reportsTopic, messages),
    async saveArrival(arrival) {
      throwRefusal(await arrivals.add(arrival));
    },
    saveMailProof: (submissionId, proof) => metadata.intake.saveMailProof(submissionId, proof),
    async drain() {
      await Promise.all([archives.drain(), records.drain(), arrivals.drain()]);
    },
  };
}

/** For a submission that is read again: its bytes are kept already. */
export function withoutArchive(outputs: Outputs): Outputs {
  return { ...outputs, archive: async () => undefined, record: async () => undefined };
}

/** Writes nothing: shows what a reading would do. */
export const noOutputs: Outputs = {
  archive: async () => undefined,
  record: async () => undefined,
  chooseLane: async () => "live",
  append: async () => undefined,
  saveArrival: async () => undefined,
  saveMailProof: async () => undefined,
  drain: async () => undefined,
};

function throwRefusal(refusal: Refusal): void {
  if (refusal !== null) throw refusal;
}
