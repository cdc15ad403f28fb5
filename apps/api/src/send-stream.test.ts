import { connect } from "node:net";
import { createHttpServer, type HttpServer } from "@ruaflow/http";
import { askAs, readAsker } from "@ruaflow/runtime/asker";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendStream } from "./send-stream.ts";

/** More pieces than kernel and stream buffers hold together. */
const ENDLESS = 10_000;

let server: HttpServer;
let url: string;
let written = 0;
let ended = false;

async function* write(pieces: number, failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  written = 0;
  ended = false;
  try {
    for (; written < pieces; written += 1) {
      if (written >= failAfter) throw new Error("the store went away");
      yield "x".repeat(64 * 1024);
    }
  } finally {
    ended = true;
  }
}

async function* writeAskers(): AsyncGenerator<string> {
  for (let piece = 0; piece < 50; piece += 1) yield (readAsker()?.organization ?? "none").padEnd(64 * 1024);
}

beforeAll(async () => {
  server = await createHttpServer({
    logger: createLogger({ app: "test", level: "silent" }),
    metrics: createMetrics(),
    readiness: {},
    bodyBytesMax: 1000,
    connectionLimits: { stalledMsMax: 300, sweepEveryMs: 50 },
    info: { title: "Test", description: "Test" },
  });
  const answers = {
    "/whole": () => write(50),
    "/broken": () => write(50, 20),
    "/refused": () => write(50, 0),
    "/endless": () => write(ENDLESS),
    "/askers": () => writeAskers(),
  };
  for (const [path, pieces] of Object.entries(answers)) {
    server.get(path, async (request, reply) => {
      const begin = () => reply.header("content-type", "text/csv");
      const asker = { organization: "org_1", caller: "key" };
      return askAs(asker, () => sendStream(request, reply, { pieces: pieces(), begin }));
    });
  }
  url = await server.listen({ host: "127.0.0.1", port: 0 });
});

// After an abort, fetch keeps an unused connection open, and `close` alone would wait for it.
afterAll(async () => {
  server.server.closeAllConnections();
  await server.close();
});

test("a text is sent completely", async () => {
  const response = await fetch(`${url}/whole`);
  expect((await response.arrayBuffer()).byteLength).toBe(50 * 64 * 1024);
});

test("every piece is asked by the caller of the request, also those that the socket asks for later", async () => {
  const text = await (await fetch(`${url}/askers`)).text();
  expect(new Set(text.split(/ +/))).toEqual(new Set(["org_1", ""]));
});

test("an error in the middle breaks the transfer instead of ending it normally", async () => {
  const response = await fetch(`${url}/broken`);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test("an error before the first piece is a problem document", async () => {
  const response = await fetch(`${url}/refused`);
  expect(response.status).toBe(500);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
});

test("reading stops when the client disconnects", async () => {
  written = 0;
  ended = false;
  const controller = new AbortController();
  const response = await fetch(`${url}/endless`, { signal: controller.signal });
  await response.body?.getReader().read();
  controller.abort();
  await expect.poll(() => ended).toBe(true);
  expect(written).toBeLessThan(ENDLESS / 2);
});

test("a client that reads nothing pauses the reading, and is disconnected after a while", async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  written = 0;
  ended = false;
  socket.write("GET /endless HTTP/1.1\r\nhost: test\r\n\r\n");
  await expect.poll(() => written).toBeGreaterThan(0);
  await vi.waitFor(() => expect(ended).toBe(true), { timeout: 5000 });
  expect(written).toBeLessThan(ENDLESS / 2);
  socket.destroy();
});

test("HEAD reads nothing", async () => {
  written = 0;
  const response = await fetch(`${url}/endless`, { method: "HEAD" });
  expect([response.status, response.headers.get("content-type"), written]).toEqual([200, "text/csv", 0]);
});
