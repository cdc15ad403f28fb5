import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import { countReports } from "../support/list-reports.ts";
import { generateReport } from "../support/report-generator.ts";
import { watchVisible } from "./watch-visible.ts";

const BEGIN = 1_767_225_600;

export interface LiveOptions {
  /** Where the reports are listed. */
  readonly api: { readonly url: string };
  /** Where they are uploaded. */
  readonly uploadUrl: string;
  readonly key: string;
  readonly domain: string;
  readonly everyMs: number;
  /** What runs beside the live reports; they end with it. */
  readonly beside: () => Promise<unknown>;
}

export interface LiveTimes {
  /** From each report's answer until the list has as many reports, in seconds. */
  readonly visibleAfter: readonly number[];
  /** From sending each report to its answer, in milliseconds. */
  readonly acceptedAfterMs: readonly number[];
  /** How long the other work took. */
  readonly seconds: number;
}

/** Sends a report at a steady rate while something else runs, and measures when each can be listed. */
export async function measureLive(options: LiveOptions): Promise<LiveTimes> {
  const { api, key, beside } = options;
  const startedAtMs = Date.now();
  let isOver = false;
  const before = await countReports(api, key);
  const running = beside().finally(() => {
    isOver = true;
  });
  const sending = sendLive(options, before, () => isOver);
  const accepted = sending.then(({ length }) => length);
  const seenAtMs = await watchVisible({ api, key, before, accepted });
  const answers = await sending;
  await running;
  return {
    visibleAfter: answers.map(({ atMs }, index) => Math.max(0, (seenAtMs[index] ?? Number.NaN) - atMs) / 1000),
    acceptedAfterMs: answers.map(({ afterMs }) => afterMs),
    seconds: (Date.now() - startedAtMs) / 1000,
  };
}

interface Answer {
  readonly atMs: number;
  readonly afterMs: number;
}

/** Sends reports at a steady rate, each beside the one before it if that is slow. */
async function sendLive(
  { uploadUrl, key, domain, everyMs }: LiveOptions,
  before: number,
  isOver: () => boolean,
): Promise<Answer[]> {
  const { reports: api } = createClient({ baseUrl: uploadUrl, key, retries: 10 });
  const answers: Answer[] = [];
  const sending: Promise<void>[] = [];
  for (let number = 0; !isOver(); number += 1) {
    const report = generateReport({ seed: 2_000_000_000 + before + number, domain, begin: BEGIN });
    const sentAtMs = Date.now();
    const answered = api.upload(Buffer.from([...report.xml()].join(""))).then(() => {
      answers.push({ atMs: Date.now(), afterMs: Date.now() - sentAtMs });
    });
    sending.push(answered);
    await sleep(everyMs);
  }
  await Promise.all(sending);
  return answers;
}
