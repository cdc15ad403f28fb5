import { EXPORTS_PER_MINUTE, INVALID_KEYS_PER_MINUTE, REQUESTS_PER_MINUTE } from "@ruaflow/http/plan-limits";
import { plans } from "@ruaflow/metadata-store/tenants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

let api: TestApi;
let page: string;

beforeAll(async () => {
  api = await startApi();
  page = (await api.server.inject({ url: "/docs/limits" })).payload;
});

afterAll(() => api.stop());

test("/docs/limits is linked from the OpenAPI document and loads nothing from other origins", async () => {
  const { statusCode, headers } = await api.server.inject({ url: "/docs/limits" });
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(String(headers["content-security-policy"])).toMatch(/^default-src 'none';/);
  expect((await api.server.inject({ url: "/openapi.json" })).json().info.description).toContain("(/docs/limits)");
});

test("every plan is listed with the rate limit that the server applies, and with CSV and webhooks", () => {
  const rows = Object.fromEntries(
    [...page.matchAll(/<tr><th scope="row">(\w+)<\/th><td>([\d,]+)<\/td><td>(\w+)<\/td><td>(\w+)<\/td><\/tr>/g)].map(
      ([, plan = "", ...cells]) => [plan, cells],
    ),
  );
  expect(Object.keys(rows)).toEqual([...plans]);
  for (const plan of plans) expect(rows[plan]?.[0]?.replace(",", "")).toBe(String(REQUESTS_PER_MINUTE[plan]));
  expect(plans.map((plan) => rows[plan]?.slice(1))).toEqual([
    ["no", "no"],
    ["no", "yes"],
    ["yes", "yes"],
    ["yes", "yes"],
  ]);
});

test("exports, invalid keys, pages, periods and bodies are listed with their limits", () => {
  const text = page.replaceAll(/<[^>]+>|\s+/g, " ").replaceAll(/ +/g, " ");
  for (const part of [
    `CSV exports per minute and organization ${EXPORTS_PER_MINUTE}`,
    `Requests with invalid keys per minute and address ${INVALID_KEYS_PER_MINUTE}`,
    "per_page is 20 by default and at most 100",
    "page is at most 1,000,000",
    "the last 30 UTC days",
    "at most 18,300 days",
    "without them a response has up to 10,000 rows",
    "one domain ( domain_id ) cover all days with its reports",
    "a JSON body may have at most 64 KiB",
    "Another process of this service receives uploads",
    "a page may repeat or miss rows",
    "less than the operator's least rate for ten seconds, by default 1 KiB a second",
  ]) {
    expect(text).toContain(part);
  }
});

test("the page says if rate limits are off", async () => {
  expect(page).toContain("does not currently limit requests");
  const server = await api.createServer(toLimited());
  expect((await server.inject({ url: "/docs/limits" })).payload).not.toContain("does not currently limit requests");
});

test("the size of uploads is the operator's setting", async () => {
  const server = await api.createServer({ uploadBytesMax: 7 * 1024 * 1024 });
  const { payload } = await server.inject({ url: "/docs/limits" });
  expect(payload).toContain("An uploaded file may have at most 7 MiB");
});

function toLimited() {
  const take = () => undefined;
  return { rateLimits: { takeRequest: take, takeInvalidKey: take } };
}
