import { inBackground } from "@ruaflow/runtime/background";
import { afterEach, expect, test, vi } from "vitest";
import type { Engine } from "./engine.ts";
import { singleServer } from "./engine.ts";
import { shareQuestions } from "./share-questions.ts";

/** An engine that answers on request, with the query and the number of earlier queries. */
function createEngine(questionsMax: number) {
  const begun: { readonly query: string; readonly finish: () => void; readonly fail: (error: Error) => void }[] = [];
  const engine: Engine = {
    kind: "embedded",
    layout: singleServer,
    questionsMax,
    select: <Row>(query: string) =>
      new Promise<Row[]>((resolve, reject) => {
        const rows: unknown[] = [`${query} #${begun.length}`];
        begun.push({ query, finish: () => resolve(rows as Row[]), fail: reject });
      }),
    command: async () => undefined,
    insert: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  return { begun, shared: shareQuestions(engine) };
}

afterEach(() => {
  vi.useRealTimers();
});

const nextTurn = () => new Promise(setImmediate);

test("the same query, requested several times while it waits, is answered once; others wait for their turn", async () => {
  const { begun, shared } = createEngine(1);
  const first = shared.select("a", {});
  const waiting = ["b", "c", "b"].map((query) => shared.select(query, {}));
  begun[0]?.finish();
  expect(await first).toEqual(["a #0"]);
  await nextTurn();
  begun[1]?.finish();
  await nextTurn();
  begun[2]?.finish();
  expect(await Promise.all(waiting)).toEqual([["b #1"], ["c #2"], ["b #1"]]);
});

test("a query that has begun is not joined, so that an answer includes everything stored before the request", async () => {
  const { begun, shared } = createEngine(2);
  const both = [shared.select("a", {}), shared.select("a", {})];
  for (const { finish } of begun) finish();
  expect(await Promise.all(both)).toEqual([["a #0"], ["a #1"]]);
});

test("different values make a different query", async () => {
  const { begun, shared } = createEngine(1);
  const answers = ["org_1", "org_1", "org_2"].map((organizationId) => shared.select("a", { organizationId }));
  for (let index = 0; index < 3; index += 1) {
    begun[index]?.finish();
    await nextTurn();
  }
  expect(await Promise.all(answers)).toEqual([["a #0"], ["a #1"], ["a #2"]]);
});

test("a failure reaches all who wait for the query, and the next query begins", async () => {
  const { begun, shared } = createEngine(1);
  const first = shared.select("a", {});
  const failing = [shared.select("b", {}), shared.select("b", {})].map((answer) => answer.catch(String));
  const last = shared.select("c", {});
  begun[0]?.finish();
  await first;
  await nextTurn();
  begun[1]?.fail(new Error("broken"));
  expect(await Promise.all(failing)).toEqual(["Error: broken", "Error: broken"]);
  await nextTurn();
  begun[2]?.finish();
  expect(await last).toEqual(["c #2"]);
});

test("work in the background leaves room for a question, which goes first", async () => {
  const { begun, shared } = createEngine(2);
  const work = ["a", "b"].map((query) => inBackground(() => shared.select(query, {})));
  expect(begun.map(({ query }) => query)).toEqual(["a"]);
  const question = shared.select("c", {});
  expect(begun.map(({ query }) => query)).toEqual(["a", "c"]);
  begun[0]?.finish();
  await nextTurn();
  expect(begun.length).toBe(2);
  begun[1]?.finish();
  await question;
  await nextTurn();
  expect(begun.map(({ query }) => query)).toEqual(["a", "c", "b"]);
  begun[2]?.finish();
  await Promise.all(work);
});

test("work in the background waits a second for questions that keep coming, not for ever", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { begun, shared } = createEngine(2);
  const questions = ["a", "b", "c"].map((query) => shared.select(query, {}));
  const work = inBackground(() => shared.select("d", {}));
  begun[0]?.finish();
  await nextTurn();
  begun[1]?.finish();
  await nextTurn();
  expect(begun.map(({ query }) => query)).toEqual(["a", "b", "c"]);
  vi.advanceTimersByTime(1_000);
  questions.push(shared.select("e", {}));
  await nextTurn();
  expect(begun.map(({ query }) => query)).toEqual(["a", "b", "c", "e"]);
  begun[3]?.finish();
  await nextTurn();
  expect(begun.map(({ query }) => query)).toEqual(["a", "b", "c", "e", "d"]);
  for (const { finish } of begun) finish();
  await Promise.all([work, ...questions]);
});

test("a question that work in the background waits for already goes first, too", async () => {
  const { begun, shared } = createEngine(1);
  const first = shared.select("a", {});
  const work = inBackground(() => [shared.select("b", {}), shared.select("c", {})]);
  const question = shared.select("c", {});
  begun[0]?.finish();
  await first;
  await nextTurn();
  expect(begun.map(({ query }) => query)).toEqual(["a", "c"]);
  begun[1]?.finish();
  await question;
  await nextTurn();
  begun[2]?.finish();
  await Promise.all(work);
});
