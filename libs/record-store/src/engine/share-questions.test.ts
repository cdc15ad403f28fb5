import { inBackground } from "@ruaflow/runtime/background";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClusterLayout } from "./cluster/cluster.ts";
import { type QueryParams, type RowOwner, singleServer, toOwnerParams, type WritingEngine } from "./engine.ts";
import { shareQuestions } from "./share-questions.ts";

/** An engine that answers on request, with the query and the number of earlier queries. */
function createEngine(questionsMax: number) {
  const begun: { readonly query: string; readonly finish: () => void; readonly fail: (error: Error) => void }[] = [];
  const engine: WritingEngine = {
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

describe("queries of the rows of owners", () => {
  const a1 = { organizationId: "org_a", domainId: "dom_1" };
  const a2 = { organizationId: "org_a", domainId: "dom_2" };
  /** An id that two organizations have, as no release gives them. */
  const b1 = { organizationId: "org_b", domainId: "dom_1" };

  /** An engine that has a row for each pair of the ids of a query, as `IN` selects them. */
  function createOwnedEngine(fail: (params: QueryParams) => Error | null = () => null, layout = singleServer) {
    const asked: QueryParams[] = [];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { shared } = createEngine(1);
    const engine: WritingEngine = {
      ...shared,
      layout,
      select: async <Row>(query: string, params: QueryParams) => {
        asked.push(params);
        if (query === "first") await opened;
        const error = fail(params);
        if (error) throw error;
        const { organizationIds = [], domainIds = [] } = params as Partial<Record<string, readonly string[]>>;
        const rows = organizationIds.flatMap((organizationId) =>
          domainIds.map((domainId) => ({ organizationId, domainId, of: `${organizationId} ${domainId}` })),
        );
        return rows as Row[];
      },
    };
    const { select } = shareQuestions(engine);
    const ask = (owners: RowOwner | readonly RowOwner[], more: QueryParams = {}) =>
      select<{ of: string }>("q", { ...more, ...toOwnerParams([owners].flat()) }, [owners].flat()).then(
        (rows) => rows.map(({ of }) => of),
        (error: Error) => error.message,
      );
    return { asked, open, ask, first: select("first", {}) };
  }

  test("that wait are answered by one query, each with its own rows alone", async () => {
    const { asked, open, ask } = createOwnedEngine();
    const answers = [a1, a2, b1, a1].map((owner) => ask(owner));
    open();
    expect(await Promise.all(answers)).toEqual([["org_a dom_1"], ["org_a dom_2"], ["org_b dom_1"], ["org_a dom_1"]]);
    expect(asked.slice(1)).toEqual([toOwnerParams([a1, a2, b1])]);
  });

  test("that are reports of one domain, even with one id on two days, have each its own rows alone", async () => {
    const reports = [
      { ...a1, day: "2026-06-01", reportId: "rpt_1" },
      { ...a1, day: "2026-06-02", reportId: "rpt_1" },
      { ...a1, day: "2026-06-01", reportId: "rpt_2" },
    ];
    const { shared: blocked, begun } = createEngine(1);
    const selected: QueryParams[] = [];
    const { select } = shareQuestions({
      ...blocked,
      select: async <Row>(query: string, params: QueryParams) => {
        if (query === "first") return blocked.select<Row>(query, params);
        selected.push(params);
        return [...reports].reverse() as Row[];
      },
    });
    const first = select("first", {});
    const answers = reports.map((report) => select("q", toOwnerParams([report]), [report]));
    begun[0]?.finish();
    await first;
    expect(await Promise.all(answers)).toEqual(reports.map((report) => [report]));
    expect(selected).toEqual([toOwnerParams(reports)]);
  });

  test("of several organizations are asked apart on a cluster, where each has a shard", async () => {
    const { asked, open, ask } = createOwnedEngine(
      undefined,
      createClusterLayout({ name: "c", database: "d", replicas: 1 }),
    );
    const answers = [a1, a2, b1].map((owner) => ask(owner));
    open();
    expect(await Promise.all(answers)).toEqual([["org_a dom_1"], ["org_a dom_2"], ["org_b dom_1"]]);
    expect(asked.slice(1)).toEqual([toOwnerParams([a1, a2]), toOwnerParams([b1])]);
  });

  test("with other values are asked apart", async () => {
    const { asked, open, ask } = createOwnedEngine();
    const answers = [ask(a1, { day: "1" }), ask(a2, { day: "2" })];
    open();
    await Promise.all(answers);
    expect(asked.slice(1)).toEqual([
      { day: "1", ...toOwnerParams([a1]) },
      { day: "2", ...toOwnerParams([a2]) },
    ]);
  });

  test("are not joined once they have begun", async () => {
    const { asked, open, ask, first } = createOwnedEngine();
    open();
    await first;
    await nextTurn();
    await Promise.all([ask(a1), ask(a2)]);
    expect(asked.slice(1)).toEqual([toOwnerParams([a1]), toOwnerParams([a2])]);
  });

  test("of several owners each are answered by one query, each question with the rows of its owners alone", async () => {
    const { asked, open, ask } = createOwnedEngine();
    const answers = [[a1, a2], [b1], [a2], [a2, a1]].map((owners) => ask(owners));
    open();
    expect(await Promise.all(answers)).toEqual([
      ["org_a dom_1", "org_a dom_2"],
      ["org_b dom_1"],
      ["org_a dom_2"],
      ["org_a dom_2", "org_a dom_1"],
    ]);
    expect(asked.slice(1)).toEqual([toOwnerParams([a1, a2, b1])]);
  });

  test("are joined by no further question once they name 500 owners", async () => {
    const { asked, open, ask } = createOwnedEngine();
    const owners = Array.from({ length: 1100 }, (_, at) => ({ organizationId: "org_a", domainId: `dom_${at}` }));
    const pages = [owners.slice(0, 499), owners.slice(499, 1099), owners.slice(1099)];
    const answers = pages.map((page) => ask(page));
    open();
    expect(await Promise.all(answers)).toEqual(pages.map((page) => page.map(({ domainId }) => `org_a ${domainId}`)));
    expect(asked.slice(1)).toEqual([toOwnerParams(owners.slice(0, 1099)), toOwnerParams(owners.slice(1099))]);
  });

  test("are at most 20 at once", async () => {
    const { asked, open, ask } = createOwnedEngine();
    const owners = Array.from({ length: 30 }, (_, at) => ({ organizationId: "org_a", domainId: `dom_${at}` }));
    const answers = owners.map((owner) => ask(owner));
    open();
    expect(await Promise.all(answers)).toEqual(owners.map(({ domainId }) => [`org_a ${domainId}`]));
    expect(asked.slice(1)).toEqual([toOwnerParams(owners.slice(0, 20)), toOwnerParams(owners.slice(20))]);
  });

  test("fail only for the question whose rows are too many", async () => {
    const { asked, open, ask } = createOwnedEngine(({ domainIds }) =>
      Array.isArray(domainIds) && domainIds.includes("dom_2") ? new Error("too many rows") : null,
    );
    const answers = [[a1, a2], [a1], [b1]].map((owners) => ask(owners));
    open();
    expect(await Promise.all(answers)).toEqual(["too many rows", ["org_a dom_1"], ["org_b dom_1"]]);
    expect(asked.slice(2)).toEqual([[a1, a2], [a1], [b1]].map(toOwnerParams));
  });

  test("are not repeated while the engine is out", async () => {
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const { asked, open, ask } = createOwnedEngine(({ domainIds }) => (domainIds ? away : null));
    const answers = [a1, a2].map((owner) => ask(owner));
    open();
    expect(await Promise.all(answers)).toEqual(Array(2).fill("connect ECONNREFUSED"));
    expect(asked).toHaveLength(2);
  });
});
