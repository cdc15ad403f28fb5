import { reportsTopic } from "@ruaflow/event-log";
import type { EntryResult } from "@ruaflow/ingest";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The tests control time: the waiter prints nothing before ten seconds without an outcome.
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
}));
// Another file of the same worker may have loaded it with the clock of the machine.
vi.resetModules();
const { createOutcomeWaiter } = await import("./outcome-waiter.ts");
const { OutageError } = await import("@ruaflow/runtime/errors");

const accepted: EntryResult = {
  entry: 0,
  path: "report.xml",
  outcome: "accepted",
  reason: null,
  detail: null,
  reportId: "rpt_1",
  domain: "example.com",
  trust: null,
  totals: { records: 1, messages: 1 },
};

interface Answers {
  /** Lags of the log, in turn; after the last one the report is stored. */
  readonly lags?: readonly (number | Error)[];
  /** Answers of the store, in turn, before it follows the log. */
  readonly arrivals?: readonly (readonly object[] | Error)[];
}

const stored = { submissionId: "sub_1", entry: 0, outcome: "stored" };

/** Waits for one submission while the log and the store give these answers. */
async function wait({ lags = [], arrivals = [] }: Answers) {
  const printed: string[] = [];
  const written: (readonly EntryResult[])[] = [];
  const failures: Error[] = [];
  const left = [...lags];
  const first = [...arrivals];
  let live = 0;
  const stores = {
    metadata: {
      intake: {
        async readWrittenArrivals() {
          const answer = first.shift() ?? (left.length === 0 ? [stored] : []);
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
    },
    log: {
      // Bulk reports first; two of the messages wait in the other lane.
      readLag: async (topic: string) => {
        if (topic === reportsTopic) return [{ lagMessages: live }, { lagMessages: 0 }];
        const answer = left.shift() ?? 0;
        if (answer instanceof Error) throw answer;
        live = Math.min(answer, 2);
        return [{ lagMessages: answer - live }, { lagMessages: 0 }];
      },
    },
  };
  // @ts-expect-error only what the waiter uses
  const waiter = createOutcomeWaiter(stores, (text) => printed.push(text));
  const result = { submissionId: "sub_1", state: "accepted" as const, entries: [accepted] };
  await waiter.whenWritten(result, {
    onWritten: (entries) => written.push(entries),
    onFailure: (error) => failures.push(error),
  });
  await waiter.drain();
  return { printed, written, failures };
}

// The pauses during an outage pass at once too.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => void vi.useRealTimers());

test("it prints how many messages are left, and asks for a record-writer only if the number does not change", async () => {
  const { printed, written } = await wait({ lags: [7, 5, 5] });
  expect(printed).toEqual([
    "waiting for 1 submission: 7 messages in the log are not yet written",
    "waiting for 1 submission: 5 messages in the log are not yet written",
    "waiting for 1 submission: 5 messages in the log are not yet written; is a record-writer running?",
  ]);
  expect(written).toEqual([[accepted]]);
});

test("it waits while the log is unreachable", async () => {
  const { printed, written } = await wait({ lags: Array.from({ length: 20 }, () => new Error("away")) });
  expect(new Set(printed)).toEqual(new Set(["waiting for 1 submission; the log is unreachable"]));
  expect(written).toEqual([[accepted]]);
});

test("it waits while a store is unreachable, and the outage does not count as silence", async () => {
  const outage = new OutageError("The metadata store", new Error("away"));
  // Two minutes of outage, then an empty log: too early to treat the report as a dead letter.
  const arrivals = [...Array.from({ length: 60 }, () => outage), []];
  const { printed, written, failures } = await wait({ lags: [0], arrivals });
  expect(printed[0]).toBe("a store is unreachable; waiting for it");
  expect({ written, failures }).toEqual({ written: [[accepted]], failures: [] });
});

test("a permanent failure ends the waiting with a message, not the process", async () => {
  const { written, failures } = await wait({ arrivals: [new Error("permission denied for table arrivals")] });
  expect(written).toEqual([]);
  expect(failures).toEqual([
    new Error("it was accepted, but its outcome cannot be read: permission denied for table arrivals"),
  ]);
});

test("an empty log without an outcome means a dead letter, after half a minute", async () => {
  const { written } = await wait({ lags: Array.from({ length: 20 }, () => 0) });
  expect(written).toEqual([[expect.objectContaining({ outcome: "refused", reason: "dead-letter" })]]);
});
