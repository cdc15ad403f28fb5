import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * The longest task of the page's thread while something is done, in milliseconds of CPU time. The browser's own "long tasks" are
 * of wall time, in which other processes of a busy machine count as well.
 */
export async function measureLongestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  const done = await act().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  if (done) throw done.error;
  return findLongest(trace.traceEvents);
}

function findLongest(events: readonly TraceEvent[]): number {
  const toThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args.name === "CrRendererMain";
  const mainThreads = new Set(events.filter(isMain).map(toThread));
  const tasks = events.filter((event) => /RunTask$/.test(event.name) && mainThreads.has(toThread(event)));
  if (tasks.length === 0) throw new Error("The trace has no task of the page.");
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
