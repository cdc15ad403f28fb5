import { LimitError } from "@ruaflow/runtime/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import type { WritingEngine } from "./engine.ts";
import { nameLimits } from "./question-limits.ts";
import { exportSettings, readSettings } from "./read-settings.ts";

let folder: TemporaryFolder;
let engine: WritingEngine;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  engine = nameLimits(await createEmbeddedEngine(folder.path));
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

describe("a question that the engine ends", () => {
  it.each([
    ["time", "SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1 SETTINGS max_execution_time = 1"],
    ["memory", "SELECT length(groupArray(number)) FROM numbers(100000000) SETTINGS max_memory_usage = 10000000"],
    ["rows of the answer", `SELECT number FROM numbers(200001) ${readSettings}`],
    ["rows read", "SELECT count() FROM numbers(1000) WHERE number > 1 SETTINGS max_rows_to_read = 10"],
    ["bytes read", "SELECT count() FROM numbers(1000) WHERE number > 1 SETTINGS max_bytes_to_read = 10"],
    ["a set", "SELECT 1 IN (SELECT number FROM numbers(1000)) SETTINGS max_rows_in_set = 10"],
    ["groups", "SELECT number FROM numbers(1000) GROUP BY number SETTINGS max_rows_to_group_by = 10"],
  ])("at its limit of %s is told from a fault", async (_, query) => {
    await expect(engine.select(query, {})).rejects.toThrow(LimitError);
  });

  it.each(["SELECT unknown", "SELECT throwIf(1)"])("for another reason keeps that reason: %s", async (query) => {
    await expect(engine.select(query, {})).rejects.not.toThrow(LimitError);
  });
});

it("an export may take longer than a page", () => {
  const seconds = (settings: string) => Number(settings.match(/max_execution_time = (\d+)/)?.[1]);
  expect(seconds(exportSettings)).toBeGreaterThan(seconds(readSettings));
});

it("a grouping that would take 400 MiB goes on in files", async () => {
  const limit = "max_memory_usage = 1073741824";
  expect(readSettings).toContain(limit);
  const settings = readSettings.replace(limit, `max_memory_usage = ${192 * 2 ** 20}`);
  const query =
    "SELECT count() AS groups FROM (SELECT number FROM numbers(5000000) GROUP BY number HAVING count() > 0)";
  await expect(engine.select(`${query} ${settings}`, {})).resolves.toEqual([{ groups: 5_000_000 }]);
  const inMemory = settings.replace(
    /max_bytes_before_external_group_by = \d+/,
    "max_bytes_before_external_group_by = 0",
  );
  await expect(engine.select(`${query} ${inMemory}`, {})).rejects.toThrow(LimitError);
});
