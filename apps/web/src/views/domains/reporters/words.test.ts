import { expect, test } from "vitest";
import { describeHours, describePolicySeen, type Reporter, toState } from "./words.ts";

test("a delay is hours up to two days, then days", () => {
  expect([0.4, 1, 5.4, 47, 48, 739].map(describeHours)).toEqual([
    "less than an hour",
    "1 hour",
    "5 hours",
    "47 hours",
    "2 days",
    "31 days",
  ]);
});

const see = (policies: readonly Partial<Reporter["policies"][number]>[]) =>
  describePolicySeen({ policies } as unknown as Reporter);

test("the newest policy is compared with what was published, if that is known", () => {
  expect(see([])).toBe("none seen");
  expect(see([{ p: "reject", matches: null, differs: [] }])).toBe("reject");
  expect(see([{ p: "reject", matches: true, differs: [] }, { p: "none" }])).toBe("reject, as published");
  expect(see([{ p: "none", matches: false, differs: ["p", "pct"] }])).toBe("none; differs in p, pct");
});

test("an address can name only states that there are", () => {
  expect([toState("late"), toState("x"), toState(undefined)]).toEqual(["late", undefined, undefined]);
});
