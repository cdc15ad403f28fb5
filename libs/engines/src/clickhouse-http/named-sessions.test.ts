import { createTemporaryFolder } from "@ruaflow/record-store/testing";
import { afterAll, expect, it } from "vitest";
import { NamedSessions } from "./named-sessions.ts";

const folder = await createTemporaryFolder();
const sessions = new NamedSessions(folder.path);
afterAll(async () => {
  sessions.close();
  await folder.remove();
});

const run = (query: string, params: readonly (readonly [string, string])[] = []) =>
  sessions
    .run("reader-1", { query, database: "default", settings: [], params, format: "JSONEachRow" })
    .then(({ bytes }) => Buffer.from(bytes).toString());

// The engine begins a session's next answer with the rows of the failed one: of another tenant.
it("a statement that failed leaves no row in the next answer of its session", async () => {
  const failing = run("SELECT number AS foreign FROM numbers(200001) SETTINGS max_result_rows = 200000");
  const waiting = run("SELECT {own:UInt8} AS own", [["own", "7"]]);
  await expect(failing).rejects.toThrow("Limit for result exceeded");
  expect(await waiting).toBe('{"own":7}\n');
  expect(await run("SELECT currentDatabase() AS name")).toBe('{"name":"default"}\n');
});

it("a session that could not be opened is opened for the next statement", async () => {
  const ask = (database: string, query: string) =>
    sessions.run("later", { query, database, settings: [], params: [], format: "JSONEachRow" });
  await expect(ask("missing", "SELECT 1")).rejects.toThrow("missing");
  await run("CREATE DATABASE missing");
  expect(Buffer.from((await ask("missing", "SELECT 1 AS one")).bytes).toString()).toBe('{"one":1}\n');
});
