import { createPlanLimits } from "@ruaflow/http/plan-limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "./testing/index.ts";

let clock = 1_000_000;
let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rateLimits: createPlanLimits(() => clock) });
});

afterAll(() => api.stop());

test.for([
  ["free", 120],
  ["plus", 300],
  ["protect", 600],
  ["enterprise", 1200],
] as const)("a key of the plan %s has %d requests a minute", async ([plan, quota]) => {
  const organization = await api.createOrganization(plan);
  const ask = () => organization.ask<{ code: string }>({ url: "/api/v1/webhooks/wh_unknown" });
  const first = await ask();
  expect(first.headers["ratelimit-policy"]).toBe(`"requests";q=${quota};w=60`);
  expect(first.headers.ratelimit).toBe(`"requests";r=${quota - 1};t=60`);
  for (let index = 1; index < quota; index += 1) await ask();
  const refused = await ask();
  expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([429, "rate_limited", "60"]);
  clock += 60_000;
  expect((await ask()).status).not.toBe(429);
});

test("the first 20 invalid keys a minute from one address are answered with 401, the next with 429", async () => {
  const organization = await api.createOrganization();
  const ask = async () => (await organization.ask({ url: "/v1/webhooks", key: "ruaflow_bad" })).status;
  const statuses = [];
  for (let index = 0; index < 21; index += 1) statuses.push(await ask());
  expect(statuses).toEqual([...Array(20).fill(401), 429]);
  expect((await organization.ask({ url: "/v1/webhooks" })).status).toBe(200);
});

test("without rate limits nothing is limited, and the headers are absent", async () => {
  const server = await api.createServer({ rateLimits: undefined });
  const organization = await api.createOrganization("free");
  for (let index = 0; index < 130; index += 1) {
    const { status, headers } = await organization.ask({ url: "/v1/webhooks/wh_1", server });
    expect([status, headers.ratelimit]).toEqual([403, undefined]);
  }
});
