import { createHmac } from "node:crypto";
import { readVerificationSnippets } from "@ruaflow/webhooks/signature";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";
import { escapeHtml } from "./page.ts";
import { testVector } from "./webhooks-page.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

test.for(["/docs", "/docs/static/swagger-ui-bundle.js", "/docs/problems", "/docs/webhooks", "/docs/reports"])(
  "%s is public and loads nothing from other origins",
  async (url) => {
    const { statusCode, headers } = await api.server.inject({ url });
    expect(statusCode).toBe(200);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  },
);

test("the document is public, and the same at both paths", async () => {
  const document = await api.server.inject({ url: "/openapi.json" });
  expect([document.statusCode, document.json().openapi]).toEqual([200, "3.1.0"]);
  expect((await api.server.inject({ url: "/docs/json" })).json()).toEqual(document.json());
});

test.for(["/openapi.json", "/docs/json", "/docs/json?again", "/docs/yaml"])(
  "all who ask for %s are sent the same bytes in memory",
  async (url) => {
    const server = await api.createServer();
    const sent: unknown[] = [];
    server.addHook("onSend", async (_request, _reply, payload) => {
      sent.push(payload);
    });
    for (let count = 0; count < 2; count += 1) expect((await server.inject({ url })).statusCode).toBe(200);
    expect(sent[0]).toBeInstanceOf(Buffer);
    expect(sent[1]).toBe(sent[0]);
  },
);

test("the API is not public like its documentation", async () => {
  expect((await api.server.inject({ url: "/api/v1/reports" })).statusCode).toBe(401);
});

test("/docs/webhooks shows the operator's rule for disabling a webhook", async () => {
  const read = async (hours: number) => {
    const server = await api.createServer({ disableAfter: { failures: 7, hours } });
    return (await server.inject({ url: "/docs/webhooks" })).payload;
  };
  expect(await read(3)).toContain(
    "7 of its deliveries in a row have failed after all retries, the first of them at least 3 h",
  );
  expect(await read(0)).toContain("7 of its deliveries in a row have failed after all retries;");
});

test("/docs/webhooks shows the code that our tests run, and a valid test vector", async () => {
  const { payload } = await api.server.inject({ url: "/docs/webhooks" });
  const snippets = readVerificationSnippets();
  expect(snippets.map(({ language }) => language)).toEqual(["TypeScript", "Python", "Go"]);
  for (const { text } of snippets) expect(payload).toContain(escapeHtml(text));
  for (const value of Object.values(testVector)) expect(payload).toContain(escapeHtml(value));
  const { secret, body, "webhook-id": id, "webhook-timestamp": time } = testVector;
  const sign = (text: string) => createHmac("sha256", secret).update(text);
  expect(testVector["webhook-signature"]).toBe(`v1,${sign(`${id}.${time}.${body}`).digest("base64")}`);
  expect(testVector["x-ruaflow-signature"]).toBe(`sha256=${sign(body).digest("hex")}`);
});

test("every schema of a route compiles", async () => {
  const server = await api.createServer({ compilesSchemasAtOnce: true });
  await expect(server.ready()).resolves.toBeDefined();
});
