import { setTimeout as sleep } from "node:timers/promises";
import type { GeneratedReport } from "../../support/report-generator.ts";
import type { ChaosTarget } from "../target.ts";
import { type Channel, count } from "./channel.ts";

/** Uploads over HTTP. */
export const uploads: Channel = {
  name: "upload",
  isMail: false,
  pauseMsMax: 1600,
  settings: {},
  async createDelivery(target) {
    const counts = new Map<string, number>();
    return { counts, createSender: () => (report) => uploadUntilAcknowledged(report, target, counts) };
  },
  stop: async () => undefined,
};

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
