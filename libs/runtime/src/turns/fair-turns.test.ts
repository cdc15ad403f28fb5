import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { askAs } from "./asker.ts";
import { createFairTurns } from "./fair-turns.ts";
import { takeLoopTurn } from "./loop-turns.ts";
import { TooManyQuestionsError } from "./waiting-limit.ts";

const create = (isLimited = true) =>
  createFairTurns({ places: 1, heavyPlacesMax: 1, shortMs: 0, turnMs: 0, isLimited });

test("an organization's question waits for one of another organization, however many wait before it", async () => {
  const turns = create();
  const done: string[] = [];
  const ask = (organization: string) =>
    turns.use({ organization, caller: "key" }, async () => {
      await setImmediate();
      done.push(organization);
    });
  await Promise.all([...Array.from({ length: 20 }, () => ask("greedy")), ask("other")]);
  expect(done.indexOf("other")).toBeLessThanOrEqual(1);
});

test("a place is given back by work that fails, and by work that throws at once", async () => {
  const turns = create();
  const failures = [
    () => Promise.reject(new Error("rejected")),
    () => {
      throw new Error("thrown");
    },
  ];
  for (const fail of failures) await expect(turns.use(null, fail)).rejects.toThrow();
  expect(await turns.use(null, async () => "answered")).toBe("answered");
});

test("an organization with 500 questions waiting is refused with a time to wait, and no other is", async () => {
  const turns = create();
  const { promise: blocked, resolve: open } = Promise.withResolvers<void>();
  const ask = (organization: string) => turns.use({ organization, caller: "key" }, () => blocked);
  const begun = Array.from({ length: 500 }, () => ask("greedy"));
  const refusal = await ask("greedy").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TooManyQuestionsError);
  expect(refusal).toMatchObject({ retryAfterS: 1 });
  const other = ask("other");
  open();
  await Promise.all([...begun, other]);
  await ask("greedy");
});

test("a request whose first question was taken is answered to its end", async () => {
  const turns = create();
  const { promise: blocked, resolve: open } = Promise.withResolvers<void>();
  const asker = { organization: "greedy", caller: "key" };
  const first = turns.use(asker, () => blocked);
  const others = Array.from({ length: 499 }, () => turns.use({ ...asker }, () => blocked));
  const second = turns.use(asker, () => blocked);
  open();
  await Promise.all([first, second, ...others]);
});

test("what goes on in the event loop takes turns by organization, one piece a round", async () => {
  const order: string[] = [];
  const read = async (organization: string, pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      await askAs({ organization, caller: "key" }, takeLoopTurn);
      const until = performance.now() + 2;
      while (performance.now() < until);
      order.push(organization);
    }
  };
  const greedy = Array.from({ length: 10 }, () => read("greedy", 3));
  await setImmediate();
  await read("other", 2);
  const before = order.filter((name) => name === "greedy").length;
  await Promise.all(greedy);
  expect(before).toBeLessThanOrEqual(8);
  expect(order.length).toBe(32);
});
