import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "./testing/index.ts";

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

const webhook = { url: "https://hooks.example.com/", events: ["report.received"] };
const create = (key: string, body: object = webhook) =>
  organization.ask<{ code?: string; data: { id: string; key?: string } }>({
    method: "POST",
    url: "/api/v1/webhooks",
    body,
    headers: { "idempotency-key": key },
  });

test("twenty concurrent requests with one key create one webhook", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create("twenty")));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].toSorted().every((status) => [201, 409].includes(status))).toBe(true);
  const again = await create("twenty");
  expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);
  const { items } = await api.metadata.delivery.listWebhooks(organization.id, { page: 1, perPage: 100 });
  expect(items.map(({ id }) => id)).toEqual([again.body.data.id]);
});

test("another body is 422, and another API process returns the same answer", async () => {
  const first = await create("body");
  const changed = await create("body", { ...webhook, active: false });
  expect([changed.status, changed.body.code]).toEqual([422, "idempotency_key_reused"]);
  const other = await api.createServer();
  const again = await organization.ask({
    method: "POST",
    url: "/v1/webhooks",
    body: webhook,
    headers: { "idempotency-key": "body" },
    server: other,
  });
  expect(again.text).toBe(first.text);
});

test("a new API key whose response was lost is shown again", async () => {
  const request = {
    method: "POST" as const,
    url: "/api/v1/api-keys",
    body: { name: "lost", scopes: ["reports:read"] },
    headers: { "idempotency-key": "lost" },
  };
  const first = await organization.ask<{ data: { key: string } }>(request);
  const again = await organization.ask<{ data: { key: string } }>(request);
  expect(again.body.data.key).toBe(first.body.data.key);
  expect((await organization.ask({ url: "/v1/reports", key: again.body.data.key })).status).toBe(200);
});
