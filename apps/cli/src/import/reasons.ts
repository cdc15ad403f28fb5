import type { EntryOutcome } from "@ruaflow/ingest";
import { clean } from "../clean-text.ts";

/** Files named for each reason. */
const EXAMPLES_MAX = 3;

/** A file or entry that did not result in a stored report. */
export interface Listed {
  readonly file: string;
  readonly path: string;
  readonly outcome: EntryOutcome;
  readonly reason: string;
  readonly detail: string;
}

interface ReasonGroup {
  readonly first: Listed;
  /** A few of the other places with this reason. */
  readonly others: readonly string[];
  readonly count: number;
}

/** Groups entries by outcome and reason, most frequent first. */
export function groupByReason(listed: readonly Listed[]): ReasonGroup[] {
  const groups = Map.groupBy(listed, ({ outcome, reason }) => `${outcome} ${reason}`);
  return [...groups.values()].flatMap(toGroup).sort((a, b) => b.count - a.count);
}

function toGroup([first, ...rest]: readonly Listed[]): ReasonGroup[] {
  if (first === undefined) return [];
  const others = rest.slice(0, EXAMPLES_MAX - 1).map(({ path }) => path);
  return [{ first, others, count: rest.length + 1 }];
}

/** One line: count, reason and a few of the files. */
export function describeReason({ first, others, count }: ReasonGroup): string {
  const { outcome, reason, path, detail } = first;
  const hidden = count - 1 - others.length;
  const also =
    others.length === 0 ? "" : ` Also: ${others.map(clean).join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`;
  return `  ${outcome} ${count} [${reason}]: ${clean(path)}: ${clean(detail)}${also}`;
}
