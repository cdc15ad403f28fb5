import type { EntryResult } from "@ruaflow/ingest";
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

/** Waits for one submission; `readLag` answers by turns, and after its last answer the report is stored. */
async function wait(answers: (number | Error)[]) {
  const told: string[] = [];
  const settled: (readonly EntryResult[])[] = [];
  const left = [...answers];
  const arrival = { submissionId: "sub_1", entry: 0, outcome: "stored" };
  const stores = {
    metadata: { readArrivals: async () => (left.length === 0 ? [arrival] : []) },
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
  await waiter.whenWritten(result, (entries) => settled.push(entries));
  await waiter.drain();
  return { told, settled };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("it says how much is left, and asks for a record-writer only when that stays the same", async () => {
  const { told, settled } = await wait([7, 5, 5]);
  expect(told).toEqual([
    "waiting for 1 submissions: 7 messages in the log are still to be written",
    "waiting for 1 submissions: 5 messages in the log are still to be written",
    "waiting for 1 submissions: 5 messages in the log are still to be written; does a record-writer run?",
  ]);
  expect(settled).toEqual([[accepted]]);
});

test("a log that cannot be reached makes it wait", async () => {
  const { told, settled } = await wait(Array.from({ length: 20 }, () => new Error("away")));
  expect(new Set(told)).toEqual(new Set(["waiting for 1 submissions; the log cannot be reached"]));
  expect(settled).toEqual([[accepted]]);
});

test("an empty log without an outcome is a dead letter, after half a minute", async () => {
  const { settled } = await wait(Array.from({ length: 20 }, () => 0));
  expect(settled).toEqual([[expect.objectContaining({ outcome: "refused", reason: "dead-letter" })]]);
});
