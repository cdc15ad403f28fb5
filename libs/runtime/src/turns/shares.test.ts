import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createShares } from "./shares.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const of = (organization: string, caller = "key") => ({ organization, caller });
const create = (places = 2, heavyPlacesMax = 1) => createShares({ places, heavyPlacesMax, shortMs: 100, turnMs: 0 });

/** Lets the party's work take this long, alone. */
function work(shares: ReturnType<typeof create>, party: ReturnType<typeof of>, ms: number): void {
  const leave = shares.begin([party]);
  vi.advanceTimersByTime(ms);
  leave();
}

/** Who comes first as long as all of them wait, with the time that the work of each takes. */
function takeTurns(
  shares: ReturnType<typeof create>,
  costs: ReadonlyMap<ReturnType<typeof of>, number>,
  times: number,
) {
  return Array.from({ length: times }, () => {
    const [next = of("none")] = [...costs.keys()].sort(shares.compare);
    work(shares, next, costs.get(next) ?? 0);
    return next;
  });
}

describe("turns", () => {
  test("are shared by the time that work takes, not by its number", () => {
    const costs = new Map([
      [of("long"), 1000],
      [of("short"), 100],
    ]);
    const begun = takeTurns(create(), costs, 110).map(({ organization }) => organization);
    const long = begun.filter((name) => name === "long").length;
    expect(long).toBeGreaterThanOrEqual(9);
    expect(long).toBeLessThanOrEqual(12);
  });

  test("of one organization are shared by its callers, and take none of another organization", () => {
    const costs = new Map([
      ...["key-1", "key-2", "key-3"].map((key) => [of("many", key), 100] as const),
      [of("one"), 100] as const,
    ]);
    const begun = takeTurns(create(), costs, 60);
    const count = (name: string) => begun.filter(({ organization, caller }) => `${organization} ${caller}` === name);
    expect(count("one key").length).toBe(30);
    for (const key of ["key-1", "key-2", "key-3"]) expect(count(`many ${key}`).length).toBe(10);
  });

  test("are not saved up by who was idle", () => {
    const shares = create();
    work(shares, of("idle"), 10);
    for (let time = 0; time < 100; time += 1) work(shares, of("busy"), 1000);
    const costs = new Map([
      [of("idle"), 1000],
      [of("busy"), 1000],
    ]);
    const begun = takeTurns(shares, costs, 6).map(({ organization }) => organization);
    expect(begun.filter((name) => name === "idle").length).toBeLessThanOrEqual(4);
    expect(begun[0]).toBe("idle");
  });
});

describe("the last place", () => {
  test("is never for an organization that always holds one while another one asks", () => {
    const shares = create();
    work(shares, of("other"), 10);
    work(shares, of("greedy"), 1_000);
    const leave = shares.begin([of("greedy")]);
    expect(shares.mayBegin(of("greedy"))).toBe(true);
    vi.advanceTimersByTime(20_000);
    expect(shares.mayBegin(of("greedy"))).toBe(false);
    expect(shares.mayBegin(of("other"))).toBe(true);
    leave();
    expect(shares.mayBegin(of("greedy"))).toBe(true);
  });

  test("is for no greedy organization, however many of them there are", () => {
    const shares = create();
    for (let round = 0; round < 30; round += 1) for (const name of ["a", "b"]) work(shares, of(name), 2_000);
    const both = ["a", "b"].map((name) => shares.begin([of(name)]));
    vi.advanceTimersByTime(20_000);
    both.pop()?.();
    work(shares, of("other"), 10);
    expect(shares.mayBegin(of("b"))).toBe(false);
    expect(shares.mayBegin(of("other"))).toBe(true);
  });

  test("is for everyone as long as no other organization asks", () => {
    const shares = create();
    work(shares, of("alone"), 1_000);
    shares.begin([of("alone")]);
    vi.advanceTimersByTime(60_000);
    expect(shares.mayBegin(of("alone"))).toBe(true);
    work(shares, of("other"), 10);
    expect(shares.mayBegin(of("alone"))).toBe(false);
    vi.advanceTimersByTime(600_001);
    expect(shares.mayBegin(of("alone"))).toBe(true);
  });

  test("is for an organization whose work is always short, however much of it there is", () => {
    const shares = create();
    work(shares, of("other"), 10);
    for (let number = 0; number < 1_000; number += 1) work(shares, of("busy"), 100);
    shares.begin([of("busy")]);
    expect(shares.mayBegin(of("busy"))).toBe(true);
    work(shares, of("busy"), 1_000);
    for (let number = 0; number < 30; number += 1) work(shares, of("busy"), 100);
    expect(shares.mayBegin(of("busy"))).toBe(false);
  });

  test("is for organizations that are as busy as all others", () => {
    const shares = create();
    for (const name of ["a", "b"]) work(shares, of(name), 1_000);
    const leave = ["a", "b"].map((name) => shares.begin([of(name)]));
    vi.advanceTimersByTime(20_000);
    leave[0]?.();
    expect(shares.mayBegin(of("a"))).toBe(true);
  });

  test("is the only one of an engine with one, which heavy work gets in its turn", () => {
    const shares = create(1);
    work(shares, of("other"), 1);
    work(shares, of("greedy"), 60_000);
    expect(shares.mayBegin(of("greedy"))).toBe(true);
  });
});

test("a heavy organization has only some of many places", () => {
  const shares = create(16, 8);
  work(shares, of("other"), 10);
  work(shares, of("greedy"), 1_000);
  for (let number = 0; number < 8; number += 1) shares.begin([of("greedy")]);
  vi.advanceTimersByTime(10_000);
  expect(shares.mayBegin(of("greedy"))).toBe(false);
  expect(shares.mayBegin(of("other"))).toBe(true);
});

test("names are forgotten beyond a bound, and never while their work runs", () => {
  const shares = create(10_000);
  work(shares, of("first"), 100);
  shares.begin([of("runs")]);
  for (let number = 0; number < 3_100; number += 1) work(shares, of(`org-${number}`), 1);
  expect(shares.toMeanMs("first")).toBe(0);
  expect(shares.toMeanMs("org-3099")).toBe(1);
  const leave = shares.begin([of("runs")]);
  vi.advanceTimersByTime(50);
  leave();
  expect(shares.toMeanMs("runs")).toBe(50);
});
