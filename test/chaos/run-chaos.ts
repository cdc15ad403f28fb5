import { setTimeout as sleep } from "node:timers/promises";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";
import type { Delivery } from "./channels/channel.ts";
import type { ChaosTarget } from "./target.ts";
import type { Variants } from "./variants.ts";
import { type WritingPauses, watchWriting } from "./watch-writing.ts";

/** A few reports are this large, so that kills also hit the middle of a chunked one. */
const LARGE_RECORDS = 9000;
/** Begin of the first day of the reports, in epoch seconds. */
export const FIRST_DAY = 1_767_225_600;

export interface ChaosOptions {
  readonly seed: number;
  readonly random: () => number;
  readonly domains: readonly string[];
  readonly log: (line: string) => void;
  readonly delivery: Delivery;
  /** Other sources of reports, which are included in the recount. */
  readonly variants: Variants;
}

/** The sent and acknowledged reports. */
export interface Sent extends WritingPauses {
  readonly acknowledged: readonly GeneratedReport[];
  /** Longest time without any acknowledgement, in milliseconds. */
  readonly longestSilenceMs: number;
}

/** Sends reports continuously while the target is disturbed repeatedly; each report until it is acknowledged. */
export async function runChaos(target: ChaosTarget, options: ChaosOptions): Promise<Sent> {
  const { seed, random, domains, log, delivery, variants } = options;
  const acknowledged: GeneratedReport[] = [];
  const giveUpAfterMs = variants.giveUpAfterMs;
  const silence = { since: Date.now(), longestMs: 0 };
  const state = { isSending: true, next: seed * 1000 };
  const send = async () => {
    const deliver = delivery.createSender();
    while (state.isSending) {
      const report = createReport(state.next++, domains);
      await deliver(report);
      acknowledged.push(report);
      silence.longestMs = Math.max(silence.longestMs, Date.now() - silence.since);
      silence.since = Date.now();
    }
  };
  const countAcknowledged = () => acknowledged.length + variants.countReports();
  const writing = watchWriting(target, { countAcknowledged, giveUpAfterMs });
  const senders = Array.from({ length: target.senders }, send);
  const disturbances = mix(target.disturbances, variants.disturbances, random);
  for (const [index, { name, run }] of disturbances.entries()) {
    await sleep(50 + random() * target.channel.pauseMsMax);
    const startedAt = Date.now();
    await run();
    writing.recordDisturbanceEnd();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    log(`${index + 1}/${disturbances.length} ${name}: ${seconds} s, ${acknowledged.length} reports acknowledged`);
  }
  state.isSending = false;
  await Promise.all(senders);
  acknowledged.push(...(await variants.finish()));
  return { acknowledged, longestSilenceMs: silence.longestMs, ...(await writing.finish()) };
}

/** Inserts the others at random places among the first. */
function mix<Item>(first: readonly Item[], others: readonly Item[], random: () => number): readonly Item[] {
  const mixed = [...first];
  for (const other of others) mixed.splice(Math.floor(random() * mixed.length), 0, other);
  return mixed;
}

function createReport(seed: number, domains: readonly string[]): GeneratedReport {
  const large = seed % 150 === 0 ? { records: LARGE_RECORDS } : {};
  const domain = domains[seed % domains.length] ?? "";
  return generateReport({ seed, domain, begin: FIRST_DAY + (seed % 60) * 86_400, ...large });
}
