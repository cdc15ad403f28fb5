import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";

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
