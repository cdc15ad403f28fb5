import { expect, test } from "vitest";
import { createInFlight, type InFlightLimits } from "./in-flight.ts";

const LIMITS: InFlightLimits = {
  inFlightBytesMin: 100,
  inFlightBytesMax: 400,
  writtenWithinMsMin: 1000,
  writtenWithinMsMax: 2000,
  pauseMsMax: 500,
};

/** Slices of 50 bytes, each one message of the target's partition with the same number. */
function start() {
  let nowMs = 0;
  const ends = new Map<number, bigint>();
  const committed = new Map<number, bigint>();
  const inFlight = createInFlight(LIMITS, () => nowMs);
  const update = () =>
    inFlight.update(
      [...ends].map(([partition, end]) => ({ partition, end, committed: committed.get(partition) ?? 0n })),
    );
  return {
    hasRoom: inFlight.hasRoom,
    update,
    /** Forwards as many slices as there is room for; returns their number. */
    fill(partition = 0): number {
      let added = 0;
      for (; inFlight.hasRoom(partition); added += 1) {
        const end = (ends.get(partition) ?? 0n) + 1n;
        ends.set(partition, end);
        inFlight.add(partition, { bytes: 50, forwardedAt: nowMs, ends: new Map([[partition, end]]) });
      }
      return added;
    },
    write(partition = 0, slices = Number.POSITIVE_INFINITY) {
      const end = ends.get(partition) ?? 0n;
      const wanted = Number(committed.get(partition) ?? 0n) + slices;
      committed.set(partition, wanted < Number(end) ? BigInt(wanted) : end);
    },
    /** Time passes, with an update every 100 ms. */
    pass(ms: number) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 100;
        if (nowMs < endMs) update();
      }
    },
    /** Time passes without updates. */
    rest(ms: number) {
      nowMs += ms;
    },
  };
}

test("slices follow until the limit is reached, and again as they are written", () => {
  const { fill, write, update, pass } = start();
  expect(fill()).toBe(2);
  pass(1500);
  update();
  expect(fill()).toBe(0);
  write(0, 1);
  update();
  expect(fill()).toBe(1);
});

test("partitions share the limit, and each may have one slice", () => {
  const { fill, write, update, pass } = start();
  expect([fill(0), fill(1), fill(2)]).toEqual([2, 1, 1]);
  pass(1500);
  write(0);
  write(1);
  write(2);
  update();
  expect([fill(0), fill(1), fill(2)]).toEqual([2, 1, 1]);
});

test("a partition that is written no more holds up only itself", () => {
  const { fill, write, update, pass } = start();
  fill(0);
  expect(fill(1)).toBe(1);
  for (let round = 0; round < 5; round += 1) {
    pass(1500);
    write(1);
    update();
    expect([fill(0), fill(1)]).toEqual([0, 1]);
  }
});

test("more is forwarded while slices are written soon, up to the limit", () => {
  const { fill, write, update, pass } = start();
  const counts = [];
  for (let round = 0; round < 4; round += 1) {
    counts.push(fill());
    pass(500);
    write();
    update();
  }
  expect(counts).toEqual([2, 4, 8, 8]);
});

test("less is forwarded while slices are written late, down to the limit", () => {
  const { fill, write, update, pass } = start();
  const counts = [];
  for (const tookMs of [500, 500, 3000, 3000, 3000]) {
    counts.push(fill());
    pass(tookMs);
    write();
    update();
  }
  expect(counts).toEqual([2, 4, 8, 4, 2]);
});

test("the limit changes once for each time that a slice takes, however many are written", () => {
  const { fill, write, update, pass } = start();
  fill();
  pass(500);
  for (let slice = 0; slice < 2; slice += 1) {
    write(0, 1);
    update();
  }
  expect(fill()).toBe(4);
});

test("what was written at some time during a pause says nothing", () => {
  const { fill, write, update, rest, pass } = start();
  for (let round = 0; round < 2; round += 1) {
    expect(fill()).toBe(2 ** (round + 1));
    pass(500);
    write();
    update();
  }
  fill();
  write();
  rest(60_000);
  update();
  expect(fill()).toBe(8);
});
