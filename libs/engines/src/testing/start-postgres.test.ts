import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startPostgresToKill } from "./start-postgres.ts";

test("the server of a killed test run ends too", async () => {
  const program = fileURLToPath(new URL("./test-run-process.ts", import.meta.url));
  // Its own server, whatever server this run is told to use.
  const { RUAFLOW_TEST_DATABASE_URL: _, ...env } = process.env;
  const run = fork(program, { execArgv: [], env });
  const [url] = await once(run, "message");
  run.kill("SIGKILL");
  const isGone = async () => {
    const client = new pg.Client({ connectionString: String(url) });
    client.on("error", () => undefined);
    return client.connect().then(
      () => client.end().then(() => false),
      () => true,
    );
  };
  await expect.poll(isGone, { timeout: 5_000 }).toBe(true);
});

test.skipIf(process.env.RUAFLOW_TEST_DATABASE_URL !== undefined)(
  "a server that is killed takes back no commit that it answered",
  async () => {
    const server = await startPostgresToKill();
    onTestFinished(() => server.stop());
    const query = async (...statements: string[]) => {
      const client = new pg.Client({ connectionString: server.url });
      client.on("error", () => undefined);
      await client.connect();
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await client.query(statement));
      return { rows: results.at(-1)?.rows, end: () => client.end().catch(() => undefined) };
    };
    const inserts = Array.from({ length: 100 }, (_, index) => `INSERT INTO numbers VALUES (${index})`);
    const { end } = await query("CREATE TABLE numbers (number integer)", ...inserts);
    await server.kill();
    await end();
    await server.start();
    const counted = await query("SELECT count(*)::int AS total FROM numbers");
    await counted.end();
    expect(counted.rows).toEqual([{ total: inserts.length }]);
  },
);
