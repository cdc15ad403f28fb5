import { expect, test } from "vitest";
import { isWritten, toEnds } from "./written.ts";

const at = (partition: number, committed: bigint, end: bigint) => ({ partition, committed, end });
const ends = toEnds([at(0, 0n, 10n), at(1, 0n, 20n)]);

test("everything is written once each partition is committed up to its end at that time", () => {
  expect(isWritten(ends, [at(0, 10n, 90n), at(1, 19n, 90n)])).toBe(false);
  expect(isWritten(ends, [at(0, 10n, 90n), at(1, 20n, 90n)])).toBe(true);
});

test("partitions without an end are not waited for", () => {
  expect(isWritten(ends, [at(0, 10n, 10n), at(1, 20n, 20n), at(2, 0n, 5n)])).toBe(true);
});

test("messages that the log has lost are not waited for", () => {
  expect(isWritten(ends, [at(0, 7n, 8n), at(1, 20n, 20n)])).toBe(false);
  expect(isWritten(ends, [at(0, 8n, 8n), at(1, 20n, 20n)])).toBe(true);
});
