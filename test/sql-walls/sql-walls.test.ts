import { expect, it } from "vitest";
import { runQueries } from "./run.ts";

// The long form: npm run chaos:sql -- --queries 500000 --workers 4
const run = async (walls: Parameters<typeof runQueries>[0]["walls"], from: number, queries: number) =>
  (await runQueries({ walls, seed: 1, from, queries })).findings;

it("2,000 generated queries over functions, table functions and tables, in every position, reach nothing", async () => {
  expect(await run("both", 0, 2_000)).toEqual([]);
}, 120_000);

it("they reach nothing where readers have every right in the engine", async () => {
  expect(await run("without-one", 2_000, 600)).toEqual([]);
}, 60_000);

it("they reach nothing but what is known to be open where no query is inspected", async () => {
  expect(await run("without-two", 2_480, 120)).toEqual([]);
}, 60_000);

it("they reach a file and hidden rows where there is neither wall: this test would see it", async () => {
  const reached = (await run("neither", 2_480, 120)).flatMap((finding) => finding.reached);
  expect(reached).toEqual(expect.arrayContaining(["a hidden row", "the canary's text", "the canary's file"]));
}, 60_000);
