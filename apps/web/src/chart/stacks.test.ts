import type { Client } from "@ruaflow/client";
import { expect, test } from "vitest";
import { readSeries, readStack } from "./stacks.ts";

const parameters = { start_date: "2026-11-01", end_date: "2026-11-02" };

/** Answers each question with as many messages a day as the filter's name has letters, and remembers the questions. */
function createAnswers() {
  const asked: object[] = [];
  const readAggregate = async (query: Record<string, string>) => {
    const { start_date: _start, end_date: _end, ...filter } = query;
    asked.push(filter);
    const emails = Object.values(filter).join("").length;
    return { data: { daily: [{ emails }, { emails: 0 }] } };
  };
  const readSourceGroups = async () => ({ data: [{ key: "Zendesk" }, { key: null }, { key: "SendGrid" }] });
  return { asked, client: { reports: { readAggregate, readSourceGroups } } as unknown as Client };
}

test.for(["disposition", "class", "sender"] as const)("by %s, the API is asked at most six times more", async (by) => {
  const { client, asked } = createAnswers();
  const series = await readSeries(client, { by, parameters, signal: AbortSignal.abort() });
  expect(series.length).toBeLessThanOrEqual(6);
  expect(asked).toHaveLength(series.length);
  expect(new Set(series.map(({ tone }) => tone)).size).toBe(series.length);
});

test("each series has the messages of its own filter; mail without a known sender is in the rest", async () => {
  const { client, asked } = createAnswers();
  const series = await readSeries(client, { by: "sender", parameters, signal: AbortSignal.abort() });
  expect(asked).toEqual([{ sender: "Zendesk" }, { sender: "SendGrid" }]);
  expect(series.map(({ name, daily }) => [name, daily])).toEqual([
    ["Zendesk", [7, 0]],
    ["SendGrid", [8, 0]],
  ]);
});

test("an address that names no known stack shows the results", () => {
  expect(readStack(undefined).by).toBe("result");
  expect(readStack("constructor").by).toBe("result");
  expect(readStack("class").by).toBe("class");
});
