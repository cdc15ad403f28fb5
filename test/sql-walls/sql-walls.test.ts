import { readSortedFunctions } from "@ruaflow/engines/clickhouse-http";
import { expect, it } from "vitest";
import { readCalls } from "./examples.ts";
import { generateQuery } from "./generate.ts";
import { runQueries } from "./run.ts";
import { Tally } from "./tally.ts";
import { openTarget } from "./target.ts";

// The long form: npm run chaos:sql -- --queries 500000 --workers 4
const run = async (walls: Parameters<typeof runQueries>[0]["walls"], from: number, queries: number) => {
  // Sizes would make this test depend on the machine.
  const outcomes = await Array.fromAsync(runQueries({ walls, seed: 1, from, queries, withSizes: false }));
  return outcomes.filter(({ reached }) => reached.length > 0);
};

it("2,000 generated queries over functions, table functions and tables, in every position, reach nothing", async () => {
  expect(await run("both", 0, 2_000)).toEqual([]);
}, 120_000);

it("they reach nothing where readers have every right in the engine", async () => {
  expect(await run("without-one", 2_000, 600)).toEqual([]);
}, 60_000);

it("they reach nothing but what is known to be open where no query is inspected", async () => {
  expect(await run("without-two", 12_250, 150)).toEqual([]);
}, 60_000);

it("they reach a file and hidden rows where there is neither wall: this test would see it", async () => {
  const findings = [...(await run("neither", 22_205, 20)), ...(await run("neither", 12_250, 150))];
  const reached = findings.flatMap((finding) => finding.reached);
  expect(reached).toEqual(expect.arrayContaining(["a hidden row", "the canary's text", "the canary's file"]));
}, 60_000);

it("a query that the engine does not end at the limit that its client has chosen is answered there, and the next one too", async () => {
  const target = await openTarget("both");
  try {
    const endless = "SELECT hasAll(range(1000000), arrayReverse(range(1000000)))";
    expect((await target.ask(endless, { max_execution_time: "1" })).text).toContain("did not end at its limit of time");
    // The process of the engine ends a moment later, and the port opens again with the next one.
    await expect
      .poll(() => target.ask(endless.replaceAll("1000000", "10"), {}), { timeout: 20_000, interval: 500 })
      .toMatchObject({ status: 200, text: "1\n" });
  } finally {
    await target.close();
  }
}, 60_000);

it("500,000 queries call each allowed function at least 100 times", () => {
  const sorted = [...readSortedFunctions()];
  const allowed = sorted.flatMap(([name, reason]) => (reason === "" ? [name] : []));
  const functions = sorted.map(([name]) => name);
  const lists = {
    aggregates: new Set<string>(),
    examples: new Map<string, readonly string[]>(),
    higherOrder: ["arrayMap"],
    tableFunctions: ["file"],
    combinators: ["If"],
    tables: ["system.users"],
  };
  const targets = { functions, allowed, ...lists, path: "/path", out: "/out", port: 1 };
  // Names are taken in turn: each turn takes all of them once in a call and once with hostile sizes.
  const turn = 5 * functions.length;
  const calls = new Map<string, number>();
  for (let index = 0; index < turn; index += 1) {
    const { name, isCall } = generateQuery(targets, 1, index);
    if (isCall) calls.set(name, (calls.get(name) ?? 0) + 1);
  }
  const least = Math.min(...allowed.map((name) => calls.get(name) ?? 0));
  expect(least * Math.floor(500_000 / turn)).toBeGreaterThanOrEqual(100);
});

it("a run is not clean if something was reached, or a query or the next one took too long", () => {
  const outcome = { index: 1, query: "SELECT 1", status: 200, reason: "", seconds: 0.1, reached: [] };
  const isClean = (more: object) => {
    const tally = new Tally();
    tally.add({ ...outcome, ...more });
    return tally.isClean;
  };
  expect(isClean({})).toBe(true);
  expect(isClean({ reached: ["the canary's text"] })).toBe(false);
  expect(isClean({ seconds: 3.1 })).toBe(false);
  expect(isClean({ nextSeconds: 5.1 })).toBe(false);
});

it("an example of the engine's documentation gives the calls of its function, with what stands in texts and brackets", () => {
  const examples = "SELECT reposition(1), position('a)b', f('(')) AS x\nSELECT position(number, [1, (2)]), position(";
  expect(readCalls("position", examples)).toEqual(["position('a)b', f('('))", "position(n, [1, (2)])"]);
});
