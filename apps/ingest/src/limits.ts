import { availableParallelism } from "node:os";
import { type EnvelopeLimits, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { operatorXmlLimits, type XmlLimits } from "@ruaflow/dmarc/parse";

const KIB = 1024;
const MIB = 1024 * KIB;

export interface InlineLimits {
  readonly bodyBytesMax: number;
  /** What it may unpack to, all of it and each document. */
  readonly unpackedBytesMax: number;
}

/** Bounds on one submission, whatever is in it. What is not named has the default of its layer. */
export interface IngestLimits {
  /** Bytes of the submission as it arrives. */
  readonly bodyBytesMax: number;
  readonly envelope: Partial<EnvelopeLimits>;
  readonly xml: Partial<XmlLimits>;
  /** A submission within these bounds is read at once, without a worker thread. */
  readonly inline: InlineLimits;
  /** Threads that read larger ones at the same time. */
  readonly workers: number;
  /** CPU time that reading the submission may take; then it is refused with `took-too-long`. */
  readonly cpuMsMax: number;
  /** Heap of the thread that reads it, in MiB; beyond it the submission is refused with `took-too-much-memory`. */
  readonly heapMibMax: number;
  /** Bytes of the submissions that are in hand at the same time; one may always be. */
  readonly inHandBytesMax: number;
}

/** Beside the main thread and the engines, more workers only take turns. */
const WORKERS_MAX = 4;

/** For what strangers send. A report of 200,000 records, the most that is taken, needs 3 s of CPU. */
export const DOOR_LIMITS: IngestLimits = {
  bodyBytesMax: 20 * MIB,
  envelope: {},
  xml: {},
  // Nearly all reports are smaller, and sending one to a worker and back costs as much as reading it. 256 KiB of XML
  // keep the thread that answers for a few milliseconds.
  inline: { bodyBytesMax: 64 * KIB, unpackedBytesMax: 256 * KIB },
  // One core is left for the thread that answers and for the engine; each further worker takes some 60 MiB.
  workers: Math.min(WORKERS_MAX, Math.max(1, availableParallelism() - 1)),
  cpuMsMax: 20_000,
  heapMibMax: 256,
  inHandBytesMax: 64 * MIB,
};

/** For the operator's own files: a folder's worth in one archive, or a report of a million records. */
export const OPERATOR_LIMITS: IngestLimits = {
  bodyBytesMax: operatorEnvelopeLimits.inputBytesMax,
  envelope: operatorEnvelopeLimits,
  xml: operatorXmlLimits,
  // The command answers nobody meanwhile, and a worker costs 0.4 s of CPU until its code is warm.
  inline: { bodyBytesMax: MIB, unpackedBytesMax: 4 * MIB },
  workers: Math.min(WORKERS_MAX, Math.max(2, availableParallelism())),
  cpuMsMax: 60 * 60 * 1000,
  heapMibMax: 1024,
  inHandBytesMax: 64 * MIB,
};
