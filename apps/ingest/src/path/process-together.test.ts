import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createByteBudget } from "../byte-budget.ts";
import type { HeldEntry, ReadEntry } from "../reading/read-entries.ts";
import type { Party } from "../turns.ts";
import { createIdentityTurns, processTogether } from "./process-together.ts";

const BUDGET_BYTES = 100;
const of = (organization: string): Party => ({ organization, kind: "upload", id: "key" });

/** Entries of these sizes; counts what is finished, and how many were read. */
function createSource(sizes: readonly number[]) {
  const state = { read: 0, finished: 0, closed: false };
  async function* read(): AsyncGenerator<HeldEntry> {
    try {
      for (const [index, bytes] of sizes.entries()) {
        state.read += 1;
        const entry: ReadEntry = {
          index,
          path: `${index}`,
          found: { kind: "refused", reason: "empty", detail: "" },
        };
        const finish = () => {
          state.finished += 1;
        };
        yield { entry, bytes, finish };
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, read };
}

/** Work that ends when it is told to. */
function createGate() {
  const open = new Map<number, () => void>();
  const begun: number[] = [];
  return {
    begun,
    end: (index: number) => open.get(index)?.(),
    async process({ index }: ReadEntry): Promise<number> {
      begun.push(index);
      await new Promise<void>((resolve) => open.set(index, resolve));
      return index;
    },
  };
}

test("entries are processed together within the budget, one at least, and their results keep the order", async () => {
  const { state, read } = createSource([300, 60, 30, 20, 10]);
  const gate = createGate();
  const budget = createByteBudget(BUDGET_BYTES);
  const results = processTogether(read(), { budget, party: null, process: gate.process });
  await sleep(1);
  expect(gate.begun).toEqual([0, 1, 2]);
  gate.end(1);
  await sleep(1);
  expect(gate.begun).toEqual([0, 1, 2, 3, 4]);
  for (const index of [4, 3, 2, 0]) gate.end(index);
  expect(await results).toEqual([0, 1, 2, 3, 4]);
  expect(state).toEqual({ read: 5, finished: 5, closed: true });
});

test("one organization leaves the others half of the budget, and each submission has an entry in flight", async () => {
  const budget = createByteBudget(BUDGET_BYTES);
  const start = (name: string) => {
    const gate = createGate();
    const sizes = Array.from({ length: 9 }, () => 25);
    void processTogether(createSource(sizes).read(), { budget, party: of(name), process: gate.process });
    return gate.begun;
  };
  const begun = ["a", "a", "b", "c", "d"].map(start);
  await sleep(1);
  expect(begun.map(({ length }) => length)).toEqual([2, 2, 2, 1, 1]);
});

test("after a failure only the entry that was read begins, and the failure is thrown when none is in flight", async () => {
  const { state, read } = createSource([1, 1, 1, 1, 1]);
  const gate = createGate();
  const process = async (entry: ReadEntry) => {
    await gate.process(entry);
    if (entry.index === 1) throw new Error("away");
  };
  let failure = "none";
  const done = processTogether(read(), { budget: createByteBudget(1), party: null, process }).catch((error) => {
    failure = String(error);
  });
  await sleep(1);
  gate.end(1);
  await sleep(1);
  expect([gate.begun, state.read, failure]).toEqual([[0, 1, 2], 3, "none"]);
  gate.end(0);
  gate.end(2);
  await done;
  expect([failure, state]).toEqual(["Error: away", { read: 3, finished: 3, closed: true }]);
});

test("a failure while the source waits for room ends the reading", async () => {
  const { state, read } = createSource([1, 1, 1, 1, 1]);
  const process = async ({ index }: ReadEntry) => {
    await sleep(index);
    throw new Error(`away ${index}`);
  };
  const budget = createByteBudget(BUDGET_BYTES);
  await expect(processTogether(read(), { budget, party: null, process })).rejects.toThrow("away 0");
  expect(state.finished).toBe(state.read);
});

test("a point is passed in the order of the entries, whichever comes there first", async () => {
  const passed: number[] = [];
  const { read } = createSource([1, 1, 1, 1]);
  await processTogether(read(), {
    budget: createByteBudget(BUDGET_BYTES),
    party: null,
    async process({ index }, passInTurn) {
      await sleep(8 - 2 * index);
      // One never comes there.
      if (index === 1) return;
      await passInTurn();
      passed.push(index);
    },
  });
  expect(passed).toEqual([0, 2, 3]);
});

test("reports of one identity are processed one after the other, others together, and a failure ends no turn", async () => {
  const inTurn = createIdentityTurns();
  const events: string[] = [];
  const report = (reportId: string) =>
    ({
      index: 0,
      path: "",
      found: { kind: "report", document: { header: { ...header, reportId } } },
    }) as unknown as ReadEntry;
  const run = (reportId: string, name: string) =>
    inTurn(report(reportId), async () => {
      events.push(`${name} begins`);
      await sleep(1);
      events.push(`${name} ends`);
      if (name === "first") throw new Error("away");
    });
  const done = [run("1", "first"), run("1", "second"), run("2", "other")];
  await Promise.allSettled(done);
  expect(events.filter((event) => !event.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
  ]);
  expect(events.indexOf("other begins")).toBeLessThan(events.indexOf("first ends"));
});

const header = {
  reporter: "receiver.example",
  dateRange: { begin: 1, end: 2 },
  policyPublished: { domain: "example.com" },
};
