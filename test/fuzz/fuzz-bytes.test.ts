import { expect, test } from "vitest";
import { FAULTS } from "./bytes/broken-targets.ts";
import { Coverage } from "./bytes/coverage.ts";
import { countBlocks } from "./bytes/instrument.ts";
import { findFault } from "./bytes/run-bytes.ts";
import { runTarget } from "./bytes/run-target.ts";

const LONG_MS = 120_000;
const SEED = 1;

/** CI fuzzes all targets for a short time; two show here that a run does what it should. */
test.each(["gzip", "zip"] as const)(
  "%s takes changed input, and what reaches new code is kept",
  { timeout: LONG_MS },
  async (target) => {
    const { defects, seeds, inputs, outcomes } = await runTarget({
      target,
      seed: SEED,
      executions: 600,
      defectsMax: 1,
    });
    expect(defects).toEqual([]);
    expect(seeds).toBeGreaterThan(30);
    expect(inputs).toBeGreaterThan(seeds);
    expect(Object.keys(outcomes).length).toBeGreaterThan(1);
  },
);

test("a seed makes the same run again", { timeout: LONG_MS }, async () => {
  const run = { target: "parse", seed: SEED, executions: 900, defectsMax: 1 } as const;
  const [first, again] = [await runTarget(run), await runTarget(run)];
  expect(again).toMatchObject({ inputs: first.inputs, blocks: first.blocks, outcomes: first.outcomes });
});

test.each(["throws", "never ends", "never answers", "takes long", "holds memory"] as const)(
  "the fuzz finds a reader that %s",
  { timeout: LONG_MS },
  async (fault) => {
    expect(Object.keys(FAULTS)).toContain(fault);
    expect(await findFault("parse", fault, SEED)).toBe(true);
  },
);

test("an input that failed can be read alone", { timeout: LONG_MS }, async () => {
  const only = Buffer.from("<feedback/>");
  const { executions, outcomes } = await runTarget({ target: "parse", seed: SEED, executions: 9, defectsMax: 1, only });
  expect({ executions, outcomes }).toEqual({ executions: 1, outcomes: { "no-period": 1 } });
});

test("blocks and branches are counted without changing what the code does", () => {
  const code = "if (a) b(); else c(); const f = () => ({ g: a ? 1 : 2 }); for (const x of a ?? []) x && f()";
  let counters = 0;
  const counted = countBlocks(code, { isModule: true, count: () => counters++ });
  expect(counters).toBe(8);
  expect(counted.replace(/\$counters\[\d\]\+\+/g, "#")).toBe(
    "const $counters = globalThis.ruaflowCounters;if (a) {#;b();} else {#;c();} const f = () => (" +
      "(#,{ g: a ? (#,1) : (#,2) })); for (const x of a ?? (#,[])) {#;x && (#,f())}",
  );
});

test("a block is new when it runs first, and when it runs far more often", () => {
  const counters = new Uint8Array(8);
  const coverage = new Coverage(counters);
  const run = (times: number): boolean => {
    counters[3] = times;
    return coverage.take();
  };
  expect([0, 1, 1, 2, 3, 4, 7, 8, 31, 32, 127, 128, 255].map(run)).toEqual([
    false,
    true,
    false,
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(coverage.blocks).toBe(1);
});
