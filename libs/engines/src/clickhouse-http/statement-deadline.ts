import type { Statement } from "./chdb-session.ts";
import { ClickHouseRefusal } from "./refusal.ts";

/**
 * The engine looks at `max_execution_time` only between blocks, and a thread that waits for a file or a lock never does. Nothing
 * inside its process can end such a statement, so a process outside of it must know.
 */
export interface StatementDeadline {
  /** Longest time from a statement's turn to its answer, in milliseconds. */
  toMs(statement: Statement): number;
  /** Called once for a statement that has taken longer. It goes on, and may block others. */
  onOverdue(statement: Statement): void;
}

/**
 * Runs `work`, and reports the statement when its deadline passes before the work is done.
 * @throws ClickHouseRefusal TIMEOUT_EXCEEDED (159) then; the work goes on
 */
export async function within<Result>(
  deadline: StatementDeadline | undefined,
  statement: Statement,
  work: () => Promise<Result>,
): Promise<Result> {
  if (deadline === undefined) return work();
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    deadline.onOverdue(statement);
    overdue.reject(new ClickHouseRefusal("TIMEOUT_EXCEEDED", "The statement did not end at its limit of time."));
  }, deadline.toMs(statement));
  try {
    return await Promise.race([work(), overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}
