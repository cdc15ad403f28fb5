import { startPostgres } from "@ruaflow/engines/testing";
import { askAs } from "@ruaflow/runtime/asker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";

const LOCK = 7;

let server: Awaited<ReturnType<typeof startPostgres>>;
/** Holds what statements of the tests wait for. */
let holder: Database;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  holder = openDatabase(server.url, 2);
  database = openDatabase(server.url, 4);
});

afterAll(async () => {
  await Promise.all([holder.close(), database.close()]);
  await server.stop();
});

const askFor = <Result>(organization: string, work: () => Promise<Result>) =>
  askAs({ organization, caller: "key" }, work);

const lock = () => database.query("SELECT pg_advisory_xact_lock_shared($1)", [LOCK]);

/** Runs work while statements of 40 requests of one organization wait for a lock; then lets them go on. */
async function besideGreedy(work: (done: readonly string[]) => Promise<void>): Promise<void> {
  const done: string[] = [];
  let asking: Promise<unknown> = Promise.resolve();
  await holder.transaction(async (transaction) => {
    await transaction.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
    asking = Promise.all(
      Array.from({ length: 40 }, () => askFor("greedy", lock).then(() => done.push("greedy"))).concat(
        askFor("other", lock).then(() => done.push("other")),
      ),
    );
    await work(done);
  });
  await asking;
  expect(done.indexOf("other")).toBeLessThanOrEqual(6);
}

test("the service has connections of its own, and an organization waits for few statements of a greedy one", async () => {
  await besideGreedy(async (done) => {
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(done).toEqual([]);
  });
});

test("a request that asks while it has a connection waits for no turn", async () => {
  const nested = () => database.transaction(() => database.query("SELECT 1 AS one"));
  const answers = await Promise.all(Array.from({ length: 6 }, () => askFor("org", nested)));
  expect(answers).toEqual(Array(6).fill([{ one: 1 }]));
});
