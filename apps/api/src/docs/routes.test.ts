import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

test.for(["/docs", "/docs/static/swagger-ui-bundle.js", "/docs/problems"])(
  "%s is open to everybody and lets nothing come from elsewhere",
  async (url) => {
    const { statusCode, headers } = await api.server.inject({ url });
    expect(statusCode).toBe(200);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  },
);

test("the document is open to everybody, and the same in every form", async () => {
  const document = await api.server.inject({ url: "/openapi.json" });
  expect([document.statusCode, document.json().openapi]).toEqual([200, "3.1.0"]);
  expect((await api.server.inject({ url: "/docs/json" })).json()).toEqual(document.json());
});

test("being open does not spread from the documentation to the API", async () => {
  expect((await api.server.inject({ url: "/api/v1/reports" })).statusCode).toBe(401);
});
