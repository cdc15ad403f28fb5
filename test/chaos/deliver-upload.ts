import { setTimeout as sleep } from "node:timers/promises";
import type { GeneratedReport } from "../support/report-generator.ts";
import type { ChaosTarget } from "./target.ts";

/** Delivers reports, each until it is acknowledged. */
export interface Delivery {
  /** What one sender does for one report. */
  readonly createSender: () => (report: GeneratedReport) => Promise<void>;
  /** Answers so far, by kind. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Uploads over HTTP. */
export function createUploads(target: ChaosTarget): Delivery {
  const counts = new Map<string, number>();
  return { counts, createSender: () => (report) => uploadUntilAcknowledged(report, target, counts) };
}

export function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

async function uploadUntilAcknowledged(
  report: GeneratedReport,
  { uploadUrls, key }: ChaosTarget,
  counts: Map<string, number>,
): Promise<void> {
  const body = [...report.xml()].join("");
  for (let attempt = 0; ; attempt += 1) {
    try {
      const urls = uploadUrls();
      const response = await fetch(`${urls[attempt % urls.length]}/api/v1/reports`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/xml" },
        body,
      });
      const answer = await response.text();
      count(counts, String(response.status));
      if (response.status === 202) return assertAccepted(answer);
    } catch (error) {
      if (error instanceof UnexpectedAnswerError) throw error;
      count(counts, "lost");
    }
    await sleep(50);
  }
}

class UnexpectedAnswerError extends Error {}

/** A report that was accepted without its sender being informed is then a duplicate: that is an acknowledgement too. */
function assertAccepted(answer: string): void {
  const outcome = JSON.parse(answer).data.entries[0]?.outcome;
  if (outcome !== "accepted" && outcome !== "duplicate")
    throw new UnexpectedAnswerError(`unexpected answer: ${answer}`);
}
