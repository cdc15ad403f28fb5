import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

const ask = (accept?: string) => api.server.inject({ url: "/", headers: accept === undefined ? {} : { accept } });

test.for([undefined, "*/*", "text/html,application/xhtml+xml,*/*;q=0.8"])(
  "GET / with Accept %s answers in HTML, and every link works",
  async (accept) => {
    const { statusCode, headers, payload } = await ask(accept);
    expect([statusCode, headers["content-type"], headers.vary]).toEqual([200, "text/html; charset=utf-8", "accept"]);
    expect(String(headers["content-security-policy"])).toMatch(/^default-src 'none';/);
    expect(payload).toContain("DMARC aggregate reports");
    expect(payload).not.toMatch(/https?:|<script/);
    const links = [...payload.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = ""]) => link);
    expect(links).toEqual(expect.arrayContaining(["/docs", "/docs/limits", "/docs/webhooks", "/openapi.json"]));
    for (const url of links) expect([url, (await api.server.inject({ url })).statusCode]).toEqual([url, 200]);
  },
);

test("GET / answers in JSON if the client prefers it", async () => {
  const { statusCode, headers, payload } = await ask("application/json");
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  expect(JSON.parse(payload)).toEqual({
    name: "Ruaflow",
    description: expect.stringContaining("DMARC aggregate reports"),
    api: "/api/v1",
    documentation: "/docs",
    openapi: "/openapi.json",
  });
});

test("/docs has the name and the logo of this product, not those of Swagger", async () => {
  const { payload } = await api.server.inject({ url: "/docs" });
  expect(payload).toContain("<title>Ruaflow API</title>");
  const icons = [...payload.matchAll(/rel="icon"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  expect(icons).toHaveLength(1);
  const script = (await api.server.inject({ url: "/docs/static/swagger-initializer.js" })).payload;
  const mark = await api.server.inject({ url: "/docs/mark.svg" });
  expect([mark.statusCode, mark.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(script).toContain(Buffer.from(mark.payload).toString("base64"));
});
