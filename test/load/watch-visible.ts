import { setTimeout as sleep } from "node:timers/promises";
import { countReports } from "../support/list-reports.ts";

const POLL_EVERY_MS = 250;
const VISIBLE_WITHIN_MS = 300_000;

interface Watched {
  readonly api: { readonly url: string };
  readonly key: string;
  /** Reports that the list had before. */
  readonly before: number;
  /** How many reports were accepted, once all are sent. */
  readonly accepted: Promise<number>;
}

/** Epoch milliseconds at which the list was seen to have the n-th report, for each n. */
export async function watchVisible({ api, key, before, accepted }: Watched): Promise<number[]> {
  const seenAtMs: number[] = [];
  let expected = Number.POSITIVE_INFINITY;
  let endsAtMs = Number.POSITIVE_INFINITY;
  accepted.then(
    (reports) => {
      expected = reports;
      endsAtMs = Date.now() + VISIBLE_WITHIN_MS;
    },
    () => {
      expected = 0;
    },
  );
  while (seenAtMs.length < expected) {
    if (Date.now() > endsAtMs) throw new Error(`${seenAtMs.length} of ${expected} reports can be queried`);
    const total = (await countReports(api, key)) - before;
    while (seenAtMs.length < total) seenAtMs.push(Date.now());
    await sleep(POLL_EVERY_MS);
  }
  return seenAtMs;
}
