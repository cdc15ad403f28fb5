import { expect, test } from "vitest";
import { readState, toSubmissionsQuery } from "./query.ts";

const days = { start_date: "2026-11-01", end_date: "2026-11-30" };

test("the period's last day counts to its end", () => {
  expect(toSubmissionsQuery(days, {})).toEqual({ since: "2026-11-01T00:00:00Z", until: "2026-12-01T00:00:00Z" });
});

test("what the address asks for is asked for, and what the API does not know is left out", () => {
  const query = toSubmissionsQuery(
    { ...days, client_reference: "C-1" },
    { channel: "fax", reason: "bomb", about: " A.example" },
  );
  expect(query).toMatchObject({ client_reference: "C-1", reason: "bomb", domain: "a.example" });
  expect(query).not.toHaveProperty("channel");
  expect(readState({ state: "toString" })).toBeUndefined();
  expect(readState({ state: "held" })).toBe("held");
});
