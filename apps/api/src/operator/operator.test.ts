import { createConsumer, reportsTopic } from "@ruaflow/event-log";
import { OPERATOR_SCOPE, scopes } from "@ruaflow/metadata-store/tenants";
import { deadLetter } from "@ruaflow/runtime/outcome";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";
import { readQueues } from "./queues.ts";

interface State {
  readonly data: {
    readonly ok: boolean;
    readonly health: readonly { readonly part: string; readonly ok: boolean; readonly error: string | null }[];
    readonly topics: { readonly error: string | null };
    readonly queues: readonly {
      readonly name: string;
      readonly waiting: number | null;
      readonly error: string | null;
    }[];
    readonly report_authorization: { readonly value: object | null; readonly error: string | null };
    readonly dead_letters: { readonly value: object | null; readonly error: string | null };
  };
}
interface Letters {
  readonly data: readonly { readonly id: string; readonly reason: string }[];
  readonly meta: { readonly total: number };
}

let api: TestApi;
let organization: TestOrganization;
let operator: string;

beforeAll(async () => {
  api = await startApi();
  await api.log.prepare();
  organization = await api.createOrganization();
  operator = await organization.createKey([OPERATOR_SCOPE]);
});

afterAll(() => api.stop());

const url = "/api/v1/operator/state";

/** A server that has read nothing yet. */
const createServer = (overrides: Parameters<TestApi["createServer"]>[0] = {}) => api.createServer(overrides);

test("a key with every scope of its organization sees nothing of the service", async () => {
  for (const path of [url, "/v1/operator/state", "/api/v1/operator/dead-letters"]) {
    const refused = await organization.ask<{ code: string; detail: string }>({ url: path });
    expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
    expect(refused.body.detail).toContain("operator");
  }
});

test("no key can grant the scope operator by the API, not even one that has it", async () => {
  const both = await organization.createKey([...scopes, OPERATOR_SCOPE]);
  const bodies = [[OPERATOR_SCOPE], ["reports:read", OPERATOR_SCOPE], [OPERATOR_SCOPE, OPERATOR_SCOPE]];
  for (const key of [organization.key, both]) {
    for (const wanted of bodies) {
      const body = { name: "more", scopes: wanted };
      const refused = await organization.ask({ method: "POST", url: "/api/v1/api-keys", key, body });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("/body/scopes/");
    }
    const spelled = { name: "more", scopes: ["Operator", " operator"] };
    expect((await organization.ask({ method: "POST", url: "/api/v1/api-keys", key, body: spelled })).status).toBe(400);
  }
  const creatorId = both.split("_")[1] ?? "";
  const forced = { name: "forced", scopes: [OPERATOR_SCOPE], creatorId } as unknown as Parameters<
    typeof api.metadata.tenants.createApiKeyWithin
  >[1];
  await expect(api.metadata.tenants.createApiKeyWithin(organization.id, forced)).rejects.toThrow("operator");
  expect(scopes).not.toContain(OPERATOR_SCOPE);
});

test("a key with the scope operator alone sees the service and nothing of its organization", async () => {
  const paths = ["reports", "submissions", "domains", "webhooks", "alerts", "api-keys"];
  for (const path of paths) {
    const { status } = await organization.ask({ url: `/api/v1/${path}`, key: operator });
    expect([path, status]).toEqual([path, 403]);
  }
  const listed = await organization.ask({ url: "/api/v1/api-keys?per_page=100" });
  expect(listed.text).toContain('"operator"');
});

test("the state has the figures of ruaflow lag, and is not read anew within seconds", async () => {
  const server = await createServer({ readiness: { postgres: () => api.metadata.ping() } });
  const message = { key: "a", value: Buffer.from("1"), headers: {} };
  await api.log.append(reportsTopic, [message, message]);
  await api.metadata.sources.saveAddresses(["192.0.2.1"]);
  await organization.addVerifiedDomain("watched.example");
  const { status, body, text } = await organization.ask<State>({ url, key: operator, server });
  expect(status).toBe(200);
  const expected = await readQueues({ log: api.log, metadata: api.metadata });
  const waiting = expected.map((queue) => [queue.name, queue.waiting]);
  expect(body.data.queues.map((queue) => [queue.name, queue.waiting])).toEqual(waiting);
  const figures = { "reports to be written": 2, "DNS checks of domains due": 1 };
  expect(Object.fromEntries(waiting)).toMatchObject(figures);
  expect(body.data).toMatchObject({ ok: true, health: [{ part: "postgres", ok: true, error: null }] });
  await api.log.append(reportsTopic, [message]);
  expect((await organization.ask({ url: "/v1/operator/state", key: operator, server })).text).toBe(text);
});

test("a part that is down says so, and the others are there", async () => {
  const fail = () => Promise.reject(new Error("no broker answers"));
  const log = { ...api.log, readLag: fail, readTopic: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }) };
  const readiness = { clickhouse: () => Promise.reject(new Error("refused")), postgres: async () => undefined };
  const server = await createServer({ log, readiness });
  const { status, body } = await organization.ask<State>({ url, key: operator, server });
  expect(status).toBe(200);
  expect(body.data.ok).toBe(false);
  expect(body.data.health).toEqual([
    { part: "clickhouse", ok: false, error: "refused" },
    { part: "postgres", ok: true, error: null },
  ]);
  expect(body.data.topics.error).toBe("no broker answers");
  expect(body.data.dead_letters).toEqual({ value: null, error: "no broker answers" });
  const known = Object.fromEntries(body.data.queues.map(({ name, error }) => [name, error]));
  expect(known).toMatchObject({ "reports to be written": "no broker answers", "webhook deliveries due": null });
});

test("dead letters are counted by topic and reason, and listed in pages", async () => {
  const before = (await api.log.readLag(reportsTopic, "test")).reduce((sum, { lagMessages }) => sum + lagMessages, 0);
  const consumer = await createConsumer(api.log, {
    topic: reportsTopic,
    group: "test",
    onFatal: (error) => {
      throw error;
    },
    handle: async (received) => received.map(() => deadLetter("refused", "too odd")),
  });
  const readLeft = async () =>
    (await api.log.readLag(reportsTopic, "test")).every(({ lagMessages }) => lagMessages === 0);
  await expect.poll(readLeft, { timeout: 20_000 }).toBe(true);
  await consumer.stop();
  const server = await createServer();
  const state = await organization.ask<State>({ url, key: operator, server });
  expect(state.body.data.dead_letters.value).toMatchObject({
    total: before,
    replayed: 0,
    complete: true,
    groups: [{ topic: reportsTopic, reason: "refused", letters: before }],
  });
  const list = (query: string) =>
    organization.ask<Letters>({ url: `/api/v1/operator/dead-letters${query}`, key: operator, server });
  const { body } = await list("?per_page=1&page=2");
  expect([body.data.length, body.meta.total, body.data[0]?.reason]).toEqual([1, before, "refused"]);
  expect((await list("?reason=other")).body.meta.total).toBe(0);
});

test("the authorization that the operator has to publish is one entry, whatever the number of domains", async () => {
  for (const name of ["one.example", "two.example"]) {
    const { id } = await organization.addVerifiedDomain(name);
    await organization.ask({ url: `/api/v1/domains/${id}/dns?check=now` });
  }
  const server = await createServer();
  const { body } = await organization.ask<State>({ url, key: operator, server });
  expect(body.data.report_authorization).toEqual({
    value: { domains: 2, missing: 2, example: "one.example._report._dmarc.reports.ruaflow.example" },
    error: null,
  });
});
