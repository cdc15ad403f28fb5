import { expect, test } from "vitest";
import { findFirstDay } from "./finding.ts";

const isBad = ({ messages, passed }: { readonly messages: number; readonly passed: number }) => 2 * passed < messages;
const toDays = (text: string) =>
  [...text].map((sign, place) => {
    const passed = { b: 0, g: 10, " ": 0 }[sign] ?? 0;
    return { day: `2026-10-0${place + 1}`, messages: sign === " " ? 0 : 10, passed };
  });

test.for([
  ["gggbb", "2026-10-04"],
  ["bbbbb", "2026-10-01"],
  ["bbgbb", "2026-10-04"],
  // Days without mail say nothing.
  ["gb b ", "2026-10-02"],
  // The latest bad days, though later ones are good.
  ["gbbgg", "2026-10-02"],
  ["ggggg", null],
  ["     ", null],
  ["", null],
] as const)("of the days %j the problem begins on %s", ([text, day]) => {
  expect(findFirstDay(toDays(text), isBad)).toBe(day);
  expect(findFirstDay(toDays(text).toReversed(), isBad)).toBe(day);
});
