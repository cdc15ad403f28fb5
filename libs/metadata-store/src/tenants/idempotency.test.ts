import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { startMetadataStore } from "../testing/index.ts";

const response = { status: 201, contentType: "application/json", location: null, body: '{"key":"very-secret"}' };
const requestHash = randomBytes(32);

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let store: MetadataStore;
let database: Database;
let unique = 0;

beforeAll(async () => {
  running = await startMetadataStore();
  store = await createMetadataStore({ url: running.url, secretsKey: randomBytes(32).toString("base64") });
  database = openDatabase(running.url, 2);
});

afterAll(async () => {
  await database.close();
  await store.close();
  await running.stop();
});

function createRequest() {
  return { organizationId: "org_1", route: "POST /domains", key: `key-${unique++}` };
}

async function begin(request: ReturnType<typeof createRequest>): Promise<string> {
  const state = await store.tenants.beginRequest(request);
  if (state.kind !== "begun") throw new Error(`it is ${state.kind}`);
  return state.attempt;
}

/** Simulates that this time has passed since the lease was taken or renewed. */
const passTime = (key: string, interval: string) =>
  database.query("UPDATE idempotent_requests SET leased_until = leased_until - $2::interval WHERE key = $1", [
    key,
    interval,
  ]);

const age = (key: string, interval: string) =>
  database.query("UPDATE idempotent_requests SET started_at = now() - $2::interval WHERE key = $1", [key, interval]);

test("of many concurrent requests one begins and the others are in flight; then all get its response", async () => {
  const request = createRequest();
  const states = await Promise.all(Array.from({ length: 20 }, () => store.tenants.beginRequest(request)));
  const begun = states.filter((state) => state.kind === "begun");
  expect(begun).toHaveLength(1);
  expect(states.filter(({ kind }) => kind === "in-flight")).toHaveLength(19);
  await store.tenants.saveResponse(request, { attempt: begun[0]?.attempt ?? "", requestHash, response });
  expect(await store.tenants.beginRequest(request)).toEqual({ kind: "answered", requestHash, response });
});

test("the same key of another organization or on another route is another request", async () => {
  const request = createRequest();
  await begin(request);
  await begin({ ...request, organizationId: "org_2" });
  await begin({ ...request, route: "POST /webhooks" });
});

test("a stored response is nowhere in the database in plain text", async () => {
  const request = createRequest();
  const attempt = await begin(request);
  await store.tenants.saveResponse(request, { attempt, requestHash, response });
  const rows = await database.query<{ sealed: Buffer }>(
    "SELECT sealed_answer AS sealed FROM idempotent_requests WHERE key = $1",
    [request.key],
  );
  expect(rows[0]?.sealed.toString("latin1")).not.toContain("very-secret");
});

test("a forgotten request can begin again, and only its own attempt can forget or answer it", async () => {
  const request = createRequest();
  const attempt = await begin(request);
  await store.tenants.forgetRequest(request, "another");
  await store.tenants.saveResponse(request, { attempt: "another", requestHash, response });
  expect(await store.tenants.beginRequest(request)).toEqual({ kind: "in-flight" });
  await store.tenants.forgetRequest(request, attempt);
  await begin(request);
});

test("a request whose process died is taken over after 20 s, and its late response is not saved", async () => {
  const request = createRequest();
  const died = await begin(request);
  await passTime(request.key, "19 seconds");
  expect(await store.tenants.beginRequest(request)).toEqual({ kind: "in-flight" });
  await passTime(request.key, "2 seconds");
  const next = await begin(request);
  await store.tenants.saveResponse(request, { attempt: died, requestHash, response });
  expect(await store.tenants.beginRequest(request)).toEqual({ kind: "in-flight" });
  await store.tenants.renewRequests([{ ...request, attempt: died }]);
  await passTime(request.key, "21 seconds");
  expect(await store.tenants.beginRequest(request)).toMatchObject({ kind: "begun" });
  expect(next).not.toBe(died);
});

test("requests stay in flight while their lease is renewed", async () => {
  const requests = [createRequest(), createRequest()];
  const inHand = await Promise.all(requests.map(async (request) => ({ ...request, attempt: await begin(request) })));
  for (let round = 0; round < 3; round += 1) {
    for (const { key } of requests) await passTime(key, "15 seconds");
    await store.tenants.renewRequests(inHand);
  }
  for (const request of requests) expect(await store.tenants.beginRequest(request)).toEqual({ kind: "in-flight" });
});

test("a response is kept for 24 hours, then the key is free and its row is swept", async () => {
  const [older, younger] = [createRequest(), createRequest()];
  for (const request of [older, younger]) {
    await store.tenants.saveResponse(request, { attempt: await begin(request), requestHash, response });
  }
  await age(older.key, "24 hours 1 minute");
  await age(younger.key, "23 hours");
  expect(await store.tenants.sweepRequests()).toBe(1);
  expect(await store.tenants.beginRequest(younger)).toMatchObject({ kind: "answered" });
  await age(younger.key, "25 hours");
  await begin(younger);
});

test("sweeping deletes any number of rows", async () => {
  await database.query(
    `INSERT INTO idempotent_requests (organization_id, route, key, attempt, started_at)
     SELECT 'org_3', 'POST /x', i::text, '', now() - interval '2 days' FROM generate_series(1, 2500) i`,
  );
  expect(await store.tenants.sweepRequests()).toBe(2500);
});
