import { expect, it } from "vitest";
import { createInOneSnapshot } from "./one-snapshot.ts";

const state = (rowChanges: number, isChanging = false) => ({
  version: "",
  isSettled: true,
  rowChanges: String(rowChanges),
  isChanging,
});

/** Answers with the states in turn; the last one stays. */
function createStates(latest: ReturnType<typeof state> | undefined, ...states: ReturnType<typeof state>[]) {
  let reads = 0;
  const ofRows = async () => {
    const read = states[Math.min(reads, states.length - 1)] ?? state(0);
    reads += 1;
    return read;
  };
  return { ofRows, latestOfRows: () => latest, countReads: () => reads };
}

async function ask(states: ReturnType<typeof createStates>) {
  let computed = 0;
  const compute = async () => {
    computed += 1;
    return computed;
  };
  return [await createInOneSnapshot(states)("org", { compute }), states.countReads()];
}

it("a question without a change reads the state before and after, and only after where it has just been read", async () => {
  expect(await ask(createStates(undefined, state(1)))).toEqual([1, 2]);
  expect(await ask(createStates(state(1), state(1)))).toEqual([1, 1]);
});

it("an answer during a change is computed again, whether its first state was read or known", async () => {
  expect(await ask(createStates(undefined, state(1), state(2)))).toEqual([2, 4]);
  expect(await ask(createStates(state(1), state(2)))).toEqual([2, 3]);
});

it("a known state of a change that goes on is not computed beside, and is read again", async () => {
  expect(await ask(createStates(state(1, true), state(2)))).toEqual([1, 2]);
});
