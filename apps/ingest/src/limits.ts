import { availableParallelism } from "node:os";
import { type EnvelopeLimits, operatorEnvelopeLimits } from "@ruaflow/dmarc/envelope";
import { operatorXmlLimits, type XmlLimits } from "@ruaflow/dmarc/parse";
import type { UnprovenBound } from "@ruaflow/metadata-store/intake";

/** The least that is expected of a sender while it is waited for. */
export interface PaceLimits {
  /** Least bytes per second, over each window. */
  readonly bytesPerSecondMin: number;
  readonly windowMs: number;
  /** Longest time that one arrival is waited for in total. */
  readonly waitMsMax: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export interface InlineLimits {
  readonly bodyBytesMax: number;
  /** Unpacked bytes, of the whole submission and of each document. */
  readonly unpackedBytesMax: number;
}

/** Bounds on reports that wait although their organization has not claimed their domain. */
export interface HoldLimits {
  /** Of one organization. */
  readonly reportsMax: number;
  /** Size of its submissions as they arrived. */
  readonly bytesMax: number;
  /** Of all organizations together. */
  readonly allReportsMax: number;
  readonly allBytesMax: number;
}

/** Bounds, by UTC day, on mail over SMTP whose sender proves nothing: anyone on the internet can send it. */
export interface UnprovenLimits {
  /** Reports about one domain. */
  readonly domain: UnprovenBound;
  /** Mail from one network: the /24 of IPv4, the /48 of IPv6. */
  readonly network: UnprovenBound;
}

/** Bounds on one submission. Absent values have the default of their layer. */
export interface IngestLimits {
  /** Bytes of the submission as it arrives. */
  readonly bodyBytesMax: number;
  readonly envelope: Partial<EnvelopeLimits>;
  readonly xml: Partial<XmlLimits>;
  /** A submission within these bounds is read inline, without a worker thread. */
  readonly inline: InlineLimits;
  /** Number of worker threads for one sender. */
  readonly workers: number;
  /** Further threads: no organization, and neither mail nor uploads, ever takes the last one. */
  readonly spareWorkers: number;
  /** CPU time for reading the submission; beyond it the submission is refused with `took-too-long`. */
  readonly cpuMsMax: number;
  /** Heap of a worker thread in MiB; beyond it the submission is refused with `took-too-much-memory`. */
  readonly heapMibMax: number;
  /** Bytes of all submissions that are being read; a single one may exceed it. */
  readonly inFlightBytesMax: number;
  /** Bytes of the entries that submissions have in flight beside their first ones. */
  readonly entriesBytesMax: number;
  /** Bytes on the disk of submissions that arrive or wait to be read; mail and uploads have half of it each. */
  readonly arrivingBytesMax: number;
  readonly pace: PaceLimits;
  /** How long a submission that has arrived waits for its turn to be read. */
  readonly turnMsMax: number;
  /** Reports that wait for a domain that their organization has not claimed. */
  readonly unclaimed: HoldLimits;
  /** Mail over SMTP whose sender proves nothing. */
  readonly unproven: UnprovenLimits;
}

/** More workers would only compete with the main thread and the engines. */
const WORKERS_MAX = 4;

/**
 * The largest report that was seen has 3,555 records. A network may be that of a mailbox provider that reports on all domains of an
 * organization.
 */
export const UNPROVEN_LIMITS: UnprovenLimits = {
  domain: { bytesMax: 10 * MIB, recordsMax: 20_000 },
  network: { bytesMax: 128 * MIB, recordsMax: 200_000 },
};

const COMMON_LIMITS = {
  entriesBytesMax: 16 * MIB,
  arrivingBytesMax: 1024 * MIB,
  // The HTTP server ends a request after five minutes without an answer; this limit comes first, and answers.
  pace: { bytesPerSecondMin: KIB, windowMs: 10_000, waitMsMax: 280_000 },
  turnMsMax: 30_000,
  // A month of ten reporters on 30 domains. A tenth of what all may have waiting is the most that one organization takes from others.
  unclaimed: { reportsMax: 10_000, bytesMax: 256 * MIB, allReportsMax: 100_000, allBytesMax: 1024 * MIB },
  unproven: UNPROVEN_LIMITS,
};

/** For untrusted senders. A report of 200,000 records, the largest accepted, needs 3 s of CPU. */
export const UNTRUSTED_LIMITS: IngestLimits = {
  bodyBytesMax: 20 * MIB,
  envelope: {},
  xml: {},
  // Nearly all reports are smaller, and sending one to a worker and back costs as much as reading it. 256 KiB of XML
  // block the main thread for a few milliseconds.
  inline: { bodyBytesMax: 64 * KIB, unpackedBytesMax: 256 * KIB },
  // One core is left for the main thread and the engine. Each further worker takes some 60 MiB.
  workers: Math.min(WORKERS_MAX, Math.max(1, availableParallelism() - 1)),
  // With two, two organizations that send what is costly leave a third one a thread. An idle one ends after 30 s.
  spareWorkers: 2,
  cpuMsMax: 20_000,
  heapMibMax: 256,
  inFlightBytesMax: 64 * MIB,
  ...COMMON_LIMITS,
};

/** For the operator's own files: archives of whole folders, or a report of a million records. */
export const OPERATOR_LIMITS: IngestLimits = {
  bodyBytesMax: operatorEnvelopeLimits.inputBytesMax,
  envelope: operatorEnvelopeLimits,
  xml: operatorXmlLimits,
  // The command serves no requests meanwhile, and a worker costs 0.4 s of CPU until its code is warm.
  inline: { bodyBytesMax: MIB, unpackedBytesMax: 4 * MIB },
  workers: Math.min(WORKERS_MAX, Math.max(2, availableParallelism())),
  spareWorkers: 0,
  cpuMsMax: 60 * 60 * 1000,
  heapMibMax: 1024,
  inFlightBytesMax: 64 * MIB,
  ...COMMON_LIMITS,
};
