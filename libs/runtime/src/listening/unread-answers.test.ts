import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { get, LARGE_ANSWER, readAll, SOON, startBoundedServer } from "./testing/start-bounded-server.ts";

const LAST = "Connection: close\r\n";

/** Reads a piece now and then. */
function readSlowly(socket: Socket, everyMs: number): NodeJS.Timeout {
  return setInterval(() => {
    socket.resume();
    socket.once("data", () => socket.pause());
  }, everyMs);
}

test("a connection that reads nothing of its answer is closed", async () => {
  const server = await startBoundedServer({ stalledMsMax: 300 });
  await server.connect(get("/large"));
  await expect.poll(() => server.closed, SOON).toEqual(["stalled"]);
  expect(await server.countConnections()).toBe(0);
});

test("sending on, byte by byte, does not keep a connection open that reads nothing", async () => {
  const server = await startBoundedServer({ stalledMsMax: 300 });
  const socket = await server.connect(`${get("/large")}GET /next HTTP/1.1\r\nA: `);
  const drip = setInterval(() => socket.write("a"), 20);
  await expect.poll(() => server.closed, SOON).toEqual(["stalled"]);
  clearInterval(drip);
});

test("a client that reads slowly, but reads, gets its whole answer", async () => {
  const server = await startBoundedServer({ stalledMsMax: 2000 });
  const socket = await server.connect(get("/large", LAST));
  const slow = readSlowly(socket, 12);
  expect(await readAll(socket)).toBeGreaterThan(LARGE_ANSWER.length);
  clearInterval(slow);
  expect(server.closed).toEqual([]);
}, 60_000);

test("a handler that takes its time is not a client that does not read", async () => {
  const server = await startBoundedServer({ stalledMsMax: 100 });
  await server.connect(get("/never"));
  await sleep(500);
  expect([server.closed, await server.countConnections()]).toEqual([[], 1]);
});

test("what clients do not read is bounded over all connections, and clients that read get their answers", async () => {
  const server = await startBoundedServer({ unreadBytesMax: 2.5 * LARGE_ANSWER.length });
  // The largest of all, and so the first to go if it did not read.
  const reading = await server.connect(get("/double", LAST));
  const slow = readSlowly(reading, 8);
  const whole = readAll(reading);
  await Promise.all(Array.from({ length: 6 }, () => server.connect(get("/large"))));
  expect(await whole).toBeGreaterThan(2 * LARGE_ANSWER.length);
  clearInterval(slow);
  expect(server.closed.length).toBeGreaterThanOrEqual(4);
  expect(new Set(server.closed)).toEqual(new Set(["unread"]));
}, 60_000);
