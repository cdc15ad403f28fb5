import { type Asker, askAs } from "@ruaflow/runtime/asker";
import { inBackground } from "@ruaflow/runtime/background";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type QueryParams, type RowOwner, singleServer, toOwnerParams, type WritingEngine } from "./engine.ts";
import { readSettings } from "./read-settings.ts";
import { shareQuestions } from "./share-questions.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Begun {
  readonly query: string;
  readonly params: QueryParams;
  readonly finish: () => void;
  readonly fail: () => void;
}

/** An engine that answers on request. */
function createEngine(questionsMax: number) {
  const begun: Begun[] = [];
  const engine: WritingEngine = {
    ...{ kind: "embedded", layout: singleServer, questionsMax },
    select: <Row>(query: string, params: QueryParams) =>
      new Promise<Row[]>((resolve, reject) => {
        begun.push({ query, params, finish: () => resolve([]), fail: () => reject(new Error("restarted")) });
      }),
    command: async () => undefined,
    insert: async () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  };
  const { select } = shareQuestions(engine);
  const askFor = (asker: Asker, query: string, owners: readonly RowOwner[] = []) =>
    askAs(asker, () => select(query, toOwnerParams(owners), owners)).catch((error: Error) => error.message);
  const ask = (organization: string, query: string) => askFor({ organization, caller: "key" }, query);
  const toQueries = () => begun.map(({ query }) => query);
  return { begun, select, ask, askFor, toQueries };
}

const nextTurn = () => new Promise(setImmediate);

/** Makes the organization hold a place of the engine for half a minute, while another one has asked. */
async function beGreedy({ begun, ask }: ReturnType<typeof createEngine>): Promise<void> {
  void ask("other", "before");
  begun.at(-1)?.finish();
  await nextTurn();
  void ask("greedy", "long");
  vi.advanceTimersByTime(30_000);
  begun.at(-1)?.finish();
  await nextTurn();
  begun.length = 0;
}

test("a question waits for one of another organization at most, however many of its wait", async () => {
  const engine = createEngine(1);
  for (let number = 0; number < 20; number += 1) void engine.ask("greedy", `g${number}`);
  void engine.ask("other", "o");
  for (let number = 0; number < 2; number += 1) {
    vi.advanceTimersByTime(1_000);
    engine.begun[number]?.finish();
    await nextTurn();
  }
  expect(engine.toQueries().slice(0, 2)).toEqual(["g0", "o"]);
});

test("within an organization its callers take turns", async () => {
  const engine = createEngine(1);
  const askAsCaller = (caller: string, query: string) => void engine.askFor({ organization: "org", caller }, query);
  for (let number = 0; number < 5; number += 1) askAsCaller("key-1", `a${number}`);
  askAsCaller("key-2", "b");
  engine.begun[0]?.finish();
  vi.advanceTimersByTime(100);
  await nextTurn();
  expect(engine.toQueries().slice(0, 2)).toEqual(["a0", "b"]);
});

test("an organization that always holds a place leaves the last one to others", async () => {
  const engine = createEngine(2);
  await beGreedy(engine);
  for (const query of ["g1", "g2", "g3"]) void engine.ask("greedy", query);
  expect(engine.toQueries()).toEqual(["g1"]);
  void engine.ask("other", "o");
  expect(engine.toQueries()).toEqual(["g1", "o"]);
});

test("its questions use one thread, and those of others two", async () => {
  const engine = createEngine(2);
  await beGreedy(engine);
  for (const organization of ["greedy", "other"])
    void engine.ask(organization, `SELECT '${organization}' ${readSettings}`);
  const threads = engine.toQueries().map((query) => query.match(/max_threads = \d/)?.[0]);
  expect(threads).toEqual(["max_threads = 1", "max_threads = 2"]);
});

test("its questions about domains are joined by its own alone, so that none of others waits for them", async () => {
  const engine = createEngine(1);
  await beGreedy(engine);
  void engine.ask("service", "blocks");
  const owners = ["greedy", "other", "third"].map((organizationId) => ({ organizationId, domainId: "dom" }));
  for (const owner of owners) void engine.askFor({ organization: owner.organizationId, caller: "key" }, "q", [owner]);
  for (let number = 0; number < 2; number += 1) {
    engine.begun[number]?.finish();
    await nextTurn();
  }
  const asked = engine.begun.slice(1).map(({ params }) => params.organizationIds);
  expect(asked).toEqual([["other", "third"], ["greedy"]]);
});

test("an engine that is restarted, which rejects what runs, has all of its places afterwards", async () => {
  const engine = createEngine(2);
  const answers = ["a", "b", "c", "d"].map((organization) => engine.ask(organization, organization));
  answers.push(inBackground(() => engine.select("e", {})).then(String, (error: Error) => error.message));
  for (let number = 0; number < 5; number += 1) {
    engine.begun[number]?.fail();
    await nextTurn();
  }
  expect(await Promise.all(answers)).toEqual(Array(5).fill("restarted"));
  for (const organization of ["a", "b"]) void engine.ask(organization, "after");
  expect(engine.toQueries().slice(5)).toEqual(["after", "after"]);
});
