import { expect, test } from "vitest";
import { toExpiresAt } from "./expiry.ts";
import { describeKey, isUsable, type Key } from "./key-state.ts";

const now = new Date("2026-11-01T12:00:00Z");
const key = { revoked_at: null, expires_at: null } as Key;

test("a key that was revoked or has expired cannot be revoked any more", () => {
  expect(describeKey(key, now).text).toBe("valid");
  expect(describeKey({ ...key, expires_at: "2026-11-10T00:00:00Z" }, now).text).toBe("expires soon");
  expect(isUsable({ ...key, expires_at: "2026-11-01T11:59:59Z" }, now)).toBe(false);
  expect(isUsable({ ...key, revoked_at: "2026-10-01T00:00:00Z" }, now)).toBe(false);
});

test("an expiry on a day is that day's end in UTC; without one the API takes that of the creating key", () => {
  expect(toExpiresAt({ kind: "day", day: "2026-12-31" }, now)).toEqual({ expires_at: "2026-12-31T23:59:59Z" });
  expect(toExpiresAt({ kind: "days", days: 30 }, now)).toEqual({ expires_at: "2026-12-01T12:00:00.000Z" });
  expect(toExpiresAt({ kind: "never" }, now)).toEqual({ expires_at: null });
  expect(toExpiresAt({ kind: "same" }, now)).toEqual({});
});
