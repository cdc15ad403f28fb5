import { gunzipSync } from "node:zlib";
import { paths } from "@ruaflow/web/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

const ask = (url: string, headers: Record<string, string> = {}) => api.server.inject({ url, headers });

test.for([undefined, "*/*", "text/html,application/xhtml+xml,*/*;q=0.8"])(
  "GET / with Accept %s is the page",
  async (accept) => {
    const { statusCode, headers } = await ask("/", accept === undefined ? {} : { accept });
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  },
);

test("GET / answers in JSON if the client prefers it", async () => {
  const { statusCode, headers, payload } = await ask("/", { accept: "application/json" });
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  expect(JSON.parse(payload)).toEqual({
    name: "Ruaflow",
    description: expect.stringContaining("DMARC aggregate reports"),
    api: "/api/v1",
    documentation: "/docs",
    openapi: "/openapi.json",
  });
});

test("each view has an address that can be opened, and no other address has the page", async () => {
  const page = await ask("/");
  for (const path of Object.values(paths)) {
    const { statusCode, payload } = await ask(path.replaceAll(/:\w+/g, "x"));
    expect([path, statusCode, payload === page.payload]).toEqual([path, 200, true]);
  }
  expect((await ask("/no-such-view")).statusCode).toBe(404);
  expect((await ask("/assets/../package.json")).statusCode).toBe(404);
  expect((await ask("/assets/none.js")).statusCode).toBe(404);
});

test("a browser at an unknown path gets the page, which says so; a program gets a problem document", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  const page = await ask("/");
  for (const path of ["/no-such-view", "/domain/dom_1?days=7"]) {
    const { statusCode, payload } = await ask(path, browser);
    expect([path, statusCode, payload === page.payload]).toEqual([path, 404, true]);
    const { statusCode: status, headers } = await ask(path, { accept: "*/*" });
    expect([status, headers["content-type"]]).toEqual([404, expect.stringContaining("problem+json")]);
  }
  for (const path of ["/api/v1/none", "/v1", "/assets/none.js", "/openapi.json/x"]) {
    const { statusCode, headers } = await ask(path, browser);
    expect([path, statusCode, headers["content-type"]]).toEqual([path, 404, expect.stringContaining("problem+json")]);
  }
  const { statusCode } = await api.server.inject({ method: "POST", url: "/no-such-view", headers: browser });
  expect(statusCode).toBe(404);
});

test("the page's files are of its own origin, and are kept for as long as their names last", async () => {
  const { payload } = await ask("/");
  const links = [...payload.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => link.startsWith("/assets/")).length).toBeGreaterThanOrEqual(2);
  for (const url of links) {
    const { statusCode, headers } = await ask(url);
    expect([url, statusCode]).toEqual([url, 200]);
    if (url.startsWith("/assets/")) expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  expect(payload).not.toMatch(/https?:|<script>|style=|onload=/);
});

test("nothing may run or be asked for that is not a file of this origin", async () => {
  const { headers } = await ask("/sources");
  const policy = Object.fromEntries(
    String(headers["content-security-policy"])
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1).join(" ")]),
  );
  expect(policy).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  });
  expect(headers).toMatchObject({
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
});

test.for([
  ["gzip, deflate, br", true],
  ["br;q=1.0, gzip;q=0.8", true],
  ["gzip;q=0", false],
  ["br", false],
  ["x-gzip", false],
] as const)("with Accept-Encoding %s it is compressed: %s", async ([accepted, isCompressed]) => {
  const plain = await ask("/");
  const { headers, rawPayload } = await ask("/", { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(isCompressed ? "gzip" : undefined);
  expect(String(isCompressed ? gunzipSync(rawPayload) : rawPayload)).toBe(plain.payload);
  expect(headers.vary).toBe("accept, accept-encoding");
});
