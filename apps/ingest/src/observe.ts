import { statfs } from "node:fs/promises";
import { submissionStates } from "@ruaflow/metadata-store/submission-states";
import { type Channel, channels } from "@ruaflow/report";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { entryReasons } from "./entry-reasons.ts";
import type { SubmissionResult } from "./submission-result.ts";

/**
 * Counts submissions and their entries. Received submissions and those of all states are counted in the same moment, when
 * everything in a submission is durable: at every scrape `received` is the sum over the states. A submission that an
 * outage interrupts is counted as deferred, for its sender still has it.
 */
export function createIngestCounters(metrics: Metrics) {
  const received = metrics.counter("ruaflow_submissions_received_total", "Submissions received.", {
    channel: channels,
  });
  const submissions = metrics.counter("ruaflow_submissions_total", "Submissions received, by state.", {
    channel: channels,
    state: submissionStates,
  });
  const deferred = metrics.counter(
    "ruaflow_submissions_deferred_total",
    "Attempts that an outage or the sender interrupted: the sender still has the submission.",
    { channel: channels },
  );
  const entries = metrics.counter("ruaflow_ingest_entries_total", "Entries of submissions by outcome.", {
    channel: channels,
    outcome: [],
    reason: [],
  });
  for (const channel of channels)
    for (const [outcome, reasons] of Object.entries(entryReasons))
      for (const reason of reasons) entries.inc({ channel, outcome, reason }, 0);

  return async (channel: Channel, work: Promise<SubmissionResult>): Promise<SubmissionResult> => {
    try {
      const result = await work;
      received.inc({ channel });
      submissions.inc({ channel, state: result.state });
      for (const { outcome, reason } of result.entries) entries.inc({ channel, outcome, reason: reason ?? "" });
      return result;
    } catch (error) {
      deferred.inc({ channel });
      throw error;
    }
  };
}

/** Reads at each scrape how full the disk of a folder is: a full disk refuses every submission. */
export function observeDisk(metrics: Metrics, folder: string): void {
  metrics.gauge("ruaflow_data_disk_free_bytes", "Free bytes of the disk with the data folder.", async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  });
  metrics.gauge("ruaflow_data_disk_size_bytes", "Size of the disk with the data folder.", async () => {
    const { blocks, bsize } = await statfs(folder);
    return blocks * bsize;
  });
}
