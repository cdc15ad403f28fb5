import type { GeneratedReport } from "../../support/report-generator.ts";
import type { ChaosTarget } from "../target.ts";

/** A way in for reports. */
export interface Channel {
  readonly name: string;
  /** Reports come in mails without a signature, so their senders are not proven. */
  readonly isMail: boolean;
  /** Longest pause between two disturbances: long enough that reports get through now and then. */
  readonly pauseMsMax: number;
  /** Settings of the process that takes them. */
  readonly settings: Readonly<Record<string, string>>;
  createDelivery(target: ChaosTarget): Promise<Delivery>;
  /** Ends the servers that belong to the channel. */
  stop(): Promise<void>;
}

/** Delivers reports, each until it is acknowledged. */
export interface Delivery {
  /** What one sender does for one report. */
  readonly createSender: () => (report: GeneratedReport) => Promise<void>;
  /** Answers so far, by kind. */
  readonly counts: ReadonlyMap<string, number>;
}

export function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}
