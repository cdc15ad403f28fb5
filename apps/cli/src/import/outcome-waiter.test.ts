import type { EntryResult } from "@ruaflow/ingest";
import { OutageError } from "@ruaflow/runtime/errors";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Time as the tests tell it: the waiter tells nothing before ten seconds without an outcome.
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
}));
const { createOutcomeWaiter } = await import("./outcome-waiter.ts");

const accepted: EntryResult = {
  entry: 0,
  path: "report.xml",
  outcome: "accepted",
  reason: null,
  detail: null,
  reportId: "rpt_1",
  domain: "example.com",
};

interface Answers {
  /** Of the log, by turns; after the last one the report is stored. */
  readonly lags?: readonly (number | Error)[];
  /** Of the store, by turns, before it answers as the log says. */
  readonly arrivals?: readonly (readonly object[] | Error)[];
}

const stored = { submissionId: "sub_1", entry: 0, outcome: "stored" };

/** Waits for one submission while the log and the store answer as they are told. */
async function wait({ lags = [], arrivals = [] }: Answers) {
  const told: string[] = [];
  const settled: (readonly EntryResult[])[] = [];
  const failures: Error[] = [];
  const left = [...lags];
  const first = [...arrivals];
  const stores = {
    metadata: {
      intake: {
        async readArrivals() {
          const answer = first.shift() ?? (left.length === 0 ? [stored] : []);
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
    },
    log: {
      readLag: async () => {
        const answer = left.shift();
        if (answer instanceof Error) throw answer;
        return [{ lagMessages: answer }, { lagMessages: 0 }];
      },
    },
  };
  // @ts-expect-error only what the waiter asks
  const waiter = createOutcomeWaiter(stores, (text) => told.push(text));
  const result = { submissionId: "sub_1", entries: [accepted] };
  await waiter.whenWritten(result, {
    onWritten: (entries) => settled.push(entries),
    onFailure: (error) => failures.push(error),
  });
  await waiter.drain();
  return { told, settled, failures };
}

// The pauses of an outage pass at once too.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => void vi.useRealTimers());

test("it says how much is left, and asks for a record-writer only when that stays the same", async () => {
  const { told, settled } = await wait({ lags: [7, 5, 5] });
  expect(told).toEqual([
    "waiting for 1 submission: 7 messages in the log are not yet written",
    "waiting for 1 submission: 5 messages in the log are not yet written",
    "waiting for 1 submission: 5 messages in the log are not yet written; does a record-writer run?",
  ]);
  expect(settled).toEqual([[accepted]]);
});

test("a log that cannot be reached makes it wait", async () => {
  const { told, settled } = await wait({ lags: Array.from({ length: 20 }, () => new Error("away")) });
  expect(new Set(told)).toEqual(new Set(["waiting for 1 submission; the log cannot be reached"]));
  expect(settled).toEqual([[accepted]]);
});

test("a store that cannot be reached makes it wait, and what the outage took does not count as silence", async () => {
  const outage = new OutageError("The metadata store", new Error("away"));
  // Two minutes of outage, then an empty log: too early to take the report for a dead letter.
  const arrivals = [...Array.from({ length: 60 }, () => outage), []];
  const { told, settled, failures } = await wait({ lags: [0], arrivals });
  expect(told[0]).toBe("a store cannot be reached; waiting for it");
  expect({ settled, failures }).toEqual({ settled: [[accepted]], failures: [] });
});

test("an outcome that is not final yet is waited for", async () => {
  const { settled } = await wait({ arrivals: [[{ ...stored, outcome: "accepted" }], []] });
  expect(settled).toEqual([[accepted]]);
});

test("a failure that no waiting mends ends the waiting with a sentence, not the process", async () => {
  const { settled, failures } = await wait({ arrivals: [new Error("permission denied for table arrivals")] });
  expect(settled).toEqual([]);
  expect(failures).toEqual([
    new Error("it was accepted, but its outcome cannot be read: permission denied for table arrivals"),
  ]);
});

test("an empty log without an outcome is a dead letter, after half a minute", async () => {
  const { settled } = await wait({ lags: Array.from({ length: 20 }, () => 0) });
  expect(settled).toEqual([[expect.objectContaining({ outcome: "refused", reason: "dead-letter" })]]);
});
