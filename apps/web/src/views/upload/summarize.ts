import { countOf, formatCount } from "../../format/numbers.ts";
import type { Upload } from "./use-transfers.ts";

/** "3 reports accepted, 1 refused, 1 file not sent" */
export function summarize(list: readonly Pick<Upload, "progress">[]): {
  readonly finished: number;
  readonly text: string;
} {
  const sums = { accepted: 0, duplicate: 0, held: 0, conflict: 0, refused: 0, not_aggregate: 0 };
  let unsent = 0;
  let done = 0;
  for (const { progress } of list) {
    if (progress.kind === "failed" || progress.kind === "too-large") unsent += 1;
    if (progress.kind !== "done") continue;
    done += 1;
    for (const name of NAMES) sums[name] += progress.answer.summary[name];
  }
  const parts = NAMES.filter((name) => sums[name] > 0).map((name) => `${formatCount(sums[name])} ${TEXTS[name]}`);
  if (unsent > 0) parts.push(`${countOf(unsent, "file")} not sent`);
  return { finished: done + unsent, text: parts.join(", ") };
}

const TEXTS = {
  accepted: "accepted",
  duplicate: "stored before",
  held: "waiting for their domain",
  conflict: "in conflict with a stored report",
  refused: "refused",
  not_aggregate: "without a report",
} as const;

const NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
