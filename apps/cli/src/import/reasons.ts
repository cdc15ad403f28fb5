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

/** What a group needs to know. */
interface Reasoned {
  readonly path: string;
  readonly outcome: string;
  readonly reason: string;
  readonly detail: string;
}

interface ReasonGroup<Item extends Reasoned> {
  readonly first: Item;
  /** A few of the other places with this reason. */
  readonly others: string[];
  count: number;
}

/** Entries by outcome and reason; of each group a few are kept, so that any number fits in memory. */
export class ReasonGroups<Item extends Reasoned> {
  readonly #groups = new Map<string, ReasonGroup<Item>>();

  add(item: Item): void {
    const key = `${item.outcome} ${item.reason}`;
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, { first: item, others: [], count: 1 });
    else {
      group.count += 1;
      if (group.others.length < EXAMPLES_MAX - 1) group.others.push(item.path);
    }
  }

  /** Most frequent first. */
  list(): ReasonGroup<Item>[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }
}

/** Groups entries by outcome and reason, most frequent first. */
export function groupByReason(listed: readonly Listed[]): ReasonGroup<Listed>[] {
  const groups = new ReasonGroups<Listed>();
  for (const item of listed) groups.add(item);
  return groups.list();
}

/** One line: count, reason and a few of the files. */
export function describeReason({ first, others, count }: ReasonGroup<Reasoned>): string {
  const { outcome, reason, path, detail } = first;
  const hidden = count - 1 - others.length;
  const also =
    others.length === 0 ? "" : ` Also: ${others.map(clean).join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}`;
  return `  ${outcome} ${count} [${reason}]: ${clean(path)}: ${clean(detail)}${also}`;
}
