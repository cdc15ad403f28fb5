import { expect, test } from "vitest";
import { within } from "./statement-deadline.ts";

const statement = { query: "SELECT 1", database: "default", settings: [], params: [], format: "TSV" };

test("a statement beyond its deadline is reported once, and its client is told why", async () => {
  const overdue: string[] = [];
  const deadline = { toMs: () => 1, onOverdue: ({ query }: { query: string }) => void overdue.push(query) };
  const work = within(deadline, statement, () => new Promise(() => undefined));
  await expect(work).rejects.toMatchObject({ clickhouseCode: 159 });
  expect(overdue).toEqual(["SELECT 1"]);
});

test("a statement that ends in time is not reported", async () => {
  const deadline = { toMs: () => 60_000, onOverdue: () => expect.unreachable() };
  expect(await within(deadline, statement, async () => 1)).toBe(1);
  await expect(within(deadline, statement, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
