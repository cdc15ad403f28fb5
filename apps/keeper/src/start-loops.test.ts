import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { expect, onTestFinished, test } from "vitest";
import type { KeeperLoop, Wake } from "./keeper-loop.ts";
import { startLoops } from "./start-loops.ts";

const toLoop = (loop: Partial<KeeperLoop> & Pick<KeeperLoop, "name" | "work">): KeeperLoop => ({
  everyMs: 20,
  lock: null,
  failure: "it failed",
  ...loop,
});

function start(list: (wake: Wake) => readonly KeeperLoop[]) {
  const metrics = createMetrics();
  const loops = startLoops(list, { locksAtOnce: 1, metrics, logger: createLogger({ app: "test", level: "silent" }) });
  onTestFinished(() => loops.stop());
  return async (series: string) => {
    const line = (await metrics.render()).split("\n").find((one) => one.startsWith(`ruaflow_keeper_${series} `));
    return Number(line?.split(" ")[1]);
  };
}

test("a loop that fails holds up no other, and its metrics say so", async () => {
  const read = start(() => [
    toLoop({ name: "fails", work: () => Promise.reject(new Error("away")) }),
    toLoop({ name: "works", work: async () => false }),
  ]);
  await expect.poll(() => read('failures_total{loop="fails"}')).toBeGreaterThan(2);
  expect(await read('rounds_total{loop="fails"}')).toBeGreaterThan(2);
  await expect.poll(() => read('rounds_total{loop="works"}')).toBeGreaterThan(2);
  expect(await read('failures_total{loop="works"}')).toBe(0);
  const [failing, working] = [await read(since("fails")), await read(since("works"))];
  expect(failing).toBeGreaterThan(working);
});

const since = (loop: string) => `seconds_since_success{loop="${loop}"}`;

test("a round that another process has the lock for does nothing, and counts as a success", async () => {
  let rounds = 0;
  let isFree = false;
  const work = async () => {
    rounds += 1;
    return false;
  };
  const lock: KeeperLoop["lock"] = async (locked) => (isFree ? locked() : undefined);
  const read = start(() => [toLoop({ name: "shared", lock, work })]);
  await expect.poll(() => read('rounds_total{loop="shared"}')).toBeGreaterThan(2);
  expect([rounds, await read('failures_total{loop="shared"}')]).toEqual([0, 0]);
  expect(await read(since("shared"))).toBeLessThan(1);
  isFree = true;
  await expect.poll(() => rounds).toBeGreaterThan(2);
});

test("no more locks are held at once than there are connections for", async () => {
  let held = 0;
  const most: number[] = [];
  const lock: KeeperLoop["lock"] = async (locked) => {
    most.push(++held);
    await locked().finally(() => held--);
  };
  const work = () => new Promise<boolean>((resolve) => setTimeout(resolve, 30, false));
  start(() => ["one", "two", "three"].map((name) => toLoop({ name, everyMs: 1, lock, work })));
  await expect.poll(() => most.length).toBeGreaterThan(15);
  expect(Math.max(...most)).toBe(1);
});

test("a loop may wake another one", async () => {
  const turns: string[] = [];
  const note = (turn: string) => async () => turns.push(turn) < 0;
  start((wake) => [
    toLoop({ name: "sleeps", everyMs: 60_000, work: note("woken") }),
    toLoop({
      name: "wakes",
      work: async () => {
        wake("sleeps");
        return false;
      },
    }),
  ]);
  await expect.poll(() => turns.length).toBeGreaterThan(2);
});
