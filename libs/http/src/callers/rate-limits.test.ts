import { parseAddressList } from "@ruaflow/runtime/addresses";
import { WindowCounter } from "@ruaflow/runtime/work";
import { afterEach, expect, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { createTestServer } from "../testing/start-server.ts";
import { createRateLimits } from "./rate-limits.ts";

let clock = 0;
let server: HttpServer;

afterEach(() => server.close());

async function start(trustedProxies = parseAddressList("")) {
  clock = 1_000_000;
  const quotas = { requests: () => 3, exports: 1, invalidKeys: 2 };
  server = await createTestServer(
    { trustedProxies },
    createRateLimits(quotas, () => clock),
  );
  server.get("/things", { config: { isExport: (request) => request.url.endsWith("csv") } }, async () => ({ data: 1 }));
  server.get("/scoped", { config: { scope: "write" } }, async () => ({ data: 1 }));
}

const ask = (url: string, key = "good", remoteAddress = "192.0.2.1") =>
  server.inject({ url, headers: { authorization: `Bearer ${key}` }, remoteAddress });

test("every response shows the quota and the rest of it; beyond it requests are 429 with Retry-After", async () => {
  await start();
  const first = await ask("/things");
  expect(first.headers).toMatchObject({ "ratelimit-policy": '"requests";q=3;w=60', ratelimit: '"requests";r=2;t=60' });
  clock += 20_000;
  expect((await ask("/scoped")).headers).toMatchObject({ ratelimit: '"requests";r=1;t=40' });
  expect((await ask("/things?x")).headers.ratelimit).toBe('"requests";r=0;t=40');
  const refused = await ask("/things");
  expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
  expect(refused.headers).toMatchObject({ "retry-after": "40", ratelimit: '"requests";r=0;t=40' });
  clock += 40_000;
  expect((await ask("/things")).statusCode).toBe(200);
});

test("each key has its own quota", async () => {
  await start();
  for (let index = 0; index < 4; index += 1) await ask("/things");
  expect((await ask("/things")).statusCode).toBe(429);
  expect((await ask("/things", "good-2")).statusCode).toBe(200);
});

test("exports have a separate quota, for each organization", async () => {
  await start();
  const first = await ask("/things?csv");
  expect(first.headers).toMatchObject({
    "ratelimit-policy": '"requests";q=3;w=60, "exports";q=1;w=60',
    ratelimit: '"requests";r=2;t=60, "exports";r=0;t=60',
  });
  expect((await ask("/things?csv")).statusCode).toBe(429);
  expect((await ask("/things")).statusCode).toBe(200);
  expect((await ask("/things?csv", "good-2")).statusCode).toBe(200);
});

test("invalid keys are 429 beyond the quota of their address, valid keys from there are not", async () => {
  await start();
  const statuses = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await ask("/things", `bad-${index}`)).statusCode);
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect((await ask("/things", "bad")).headers["retry-after"]).toBe("60");
  expect((await ask("/things")).statusCode).toBe(200);
  expect((await ask("/things", "bad", "192.0.2.2")).statusCode).toBe(401);
});

test("addresses of one IPv6 network count as one", async () => {
  await start();
  const from = async (address: string) => (await ask("/things", "bad", address)).statusCode;
  const statuses = [await from("2001:db8::1"), await from("2001:db8:0:0:ffff::2"), await from("2001:db8::3:4")];
  expect(statuses).toEqual([401, 401, 429]);
  expect(await from("2001:db8:0:1::1")).toBe(401);
  expect(await from("::ffff:192.0.2.9")).toBe(401);
  expect(await from("::ffff:192.0.2.8")).toBe(401);
});

/** Sends an invalid key from `proxy` with `X-Forwarded-For: forwarded`. */
async function forward(proxy: string, forwarded: string): Promise<number> {
  const headers = { authorization: "Bearer bad", "x-forwarded-for": forwarded };
  return (await server.inject({ url: "/things", headers, remoteAddress: proxy })).statusCode;
}

test("invalid keys from a trusted proxy count for the last forwarded address that is not a trusted proxy", async () => {
  await start(parseAddressList("10.1.0.0/16, fd00::1"));
  for (const [client, expected] of [
    ["192.0.2.1", 401],
    ["192.0.2.1", 401],
    ["192.0.2.1", 429],
    ["192.0.2.2", 401],
  ] as const) {
    expect(await forward("10.1.0.1", client)).toBe(expected);
  }
  expect(await forward("fd00::1", "192.0.2.1")).toBe(429);
  expect(await forward("10.1.0.1", "198.51.100.1, 192.0.2.1, 10.1.0.2")).toBe(429);
});

test("X-Forwarded-For from any other address is ignored", async () => {
  await start(parseAddressList("10.1.0.0/16"));
  const statuses = [];
  for (const name of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) statuses.push(await forward("10.2.0.1", name));
  expect(statuses).toEqual([401, 401, 429]);
  await server.close();
  await start();
  const untrusting = [];
  for (const name of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) untrusting.push(await forward("127.0.0.1", name));
  expect(untrusting).toEqual([401, 401, 429]);
});

test("memory is bounded for any number of names, and ended windows are dropped first", async () => {
  await start();
  const counter = new WindowCounter({ windowMs: 1000, namesMax: 100, now: () => clock });
  counter.take("busy", 1);
  for (let index = 0; index < 99; index += 1) counter.take(`name-${index}`, 1);
  expect(counter.take("busy", 1).isTaken).toBe(false);
  counter.take("one more", 1);
  expect(counter.take("busy", 1).isTaken).toBe(true);
  for (let index = 0; index < 10_000; index += 1) counter.take(`other-${index}`, 1);
  clock += 2000;
  counter.take("late", 1);
  expect(counter.take("other-9999", 1).isTaken).toBe(true);
});
