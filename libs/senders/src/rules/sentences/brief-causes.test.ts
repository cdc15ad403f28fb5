import { expect, test } from "vitest";
import { causes } from "../cause.ts";
import { describeCause } from "./brief-causes.ts";

test("each cause has words of its own, short enough for a summary of 255 characters", () => {
  const phrases = causes.map(describeCause);
  expect(new Set(phrases).size).toBe(causes.length);
  for (const phrase of phrases) {
    expect(phrase.length).toBeLessThanOrEqual(90);
    expect(phrase).not.toMatch(/_|\.$/);
    // It stands beside the name of the sender.
    expect(phrase).not.toMatch(/\bwhose\b|sender is not known/);
  }
});
