import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { parseAddressList } from "@ruaflow/runtime/addresses";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PUBLIC } from "./health.ts";
import type { HttpServer } from "./http-server.ts";
import { createTestServer } from "./testing/start-server.ts";

/** How long a test waits for what happens at once on a machine that is not busy. */
const SOON = { timeout: 10_000 };

let server: HttpServer;
let handled = 0;
const logger = createLogger({ app: "test", level: "silent" });
const warn = vi.spyOn(logger, "warn");
const sockets: Socket[] = [];

beforeEach(async () => {
  handled = 0;
  warn.mockClear();
  const connectionLimits = { stalledMsMax: 300, sweepEveryMs: 50 };
  server = await createTestServer({
    logger,
    trustedProxies: parseAddressList("127.0.0.9, 127.9.0.0/16"),
    connectionLimits,
  });
  server.get("/hanging", { config: PUBLIC }, () => new Promise<void>(() => undefined));
  server.addHook("onRequest", async ({ url }) => {
    if (url !== "/metrics") handled += 1;
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.server.closeAllConnections();
  await server.close();
});

async function send(text: string, from = "127.0.0.1"): Promise<Socket> {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", localAddress: from, allowHalfOpen: true });
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const countConnections = () => promisify(server.server.getConnections.bind(server.server))();

async function readClosed(reason: string): Promise<number> {
  const { payload } = await server.inject({ url: "/metrics" });
  return Number(payload.match(new RegExp(`^ruaflow_http_closed_total\\{reason="${reason}"\\} (\\d+)$`, "m"))?.[1] ?? 0);
}

test("a client that keeps a connection open which the server has ended is disconnected", async () => {
  await send("NONSENSE\r\n\r\n");
  await expect.poll(() => readClosed("stalled"), SOON).toBe(1);
  expect(await countConnections()).toBe(0);
});

/** As many requests as 64 KiB contain. */
function repeat(path: string): string {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  return request.repeat(Math.floor(65_536 / request.length));
}

test.for(["/hanging", "/%zz", "/unknown"])("64 KiB of requests for %s end their connection", async (path) => {
  await send(repeat(path));
  await expect.poll(() => readClosed("pipelining"), SOON).toBe(1);
  expect(await countConnections()).toBe(0);
  expect(handled).toBeLessThanOrEqual(1);
});

test("the log tells once a minute why connections are closed", async () => {
  for (const from of ["127.0.0.1", "127.0.0.2", "127.0.0.3"]) await send(repeat("/hanging"), from);
  await expect.poll(() => readClosed("pipelining"), SOON).toBe(3);
  expect(warn.mock.calls).toEqual([[{ reason: "pipelining" }, expect.stringContaining("too many requests ahead")]]);
});

test("a trusted proxy is not refused for what one of its clients sends, other addresses are", async () => {
  for (const from of ["127.0.0.9", "127.9.1.1", "127.0.0.7"]) await send(repeat("/hanging"), from);
  await expect.poll(() => readClosed("pipelining"), SOON).toBe(3);
  for (const from of ["127.0.0.9", "127.9.1.1"]) await send("GET /hanging HTTP/1.1\r\nHost: x\r\n\r\n", from);
  await expect.poll(() => handled, SOON).toBe(5);
  expect(await readClosed("refused")).toBe(0);
  await send("", "127.0.0.7");
  await expect.poll(() => readClosed("refused"), SOON).toBe(1);
});
