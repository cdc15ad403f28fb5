import { expect, test } from "vitest";
import { describeLoss, formatRange, isOpen } from "./words.ts";

const scenario = (low: number, high: number, of = 1000) => ({
  lost: { low, high },
  of: { low: of, high: of },
  lost_rate: of === 0 ? null : { low: (100 * low) / of, high: (100 * high) / of },
});

test("a range of one value is one number", () => {
  expect(formatRange({ low: 1234, high: 1234 })).toBe("1,234");
  expect(formatRange({ low: 0, high: 1234 })).toBe("0 to 1,234");
});

test("what would be lost is said with its share", () => {
  expect(describeLoss(scenario(3, 40), "be refused")).toBe(
    "3 to 40 of 1,000 legitimate messages would be refused: 0.3 % to 4.0 %.",
  );
  expect(describeLoss(scenario(5, 5), "be refused")).toBe("5 of 1,000 legitimate messages would be refused: 0.5 %.");
});

test("no loss and no mail are told apart", () => {
  expect(describeLoss(scenario(0, 0), "be refused")).toBe("None of 1,000 legitimate messages would be refused.");
  expect(describeLoss(scenario(0, 0, 0), "be refused")).toBe("It would affect no mail in this period.");
});

test("a range is open if it has two ends", () => {
  expect([isOpen(scenario(1, 2)), isOpen(scenario(2, 2))]).toEqual([true, false]);
});
