import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CONNECTION_LIMITS } from "./limits.ts";
import { get, SOON, startBoundedServer, waitForClose } from "./testing/start-bounded-server.ts";

const { waitingRequestsMax } = CONNECTION_LIMITS;
const AHEAD_64_KIB = get("/large").repeat(Math.floor(65_536 / get("/large").length));

test("64 KiB of requests from a client that reads nothing are one answer, and the end of its connection", async () => {
  const server = await startBoundedServer();
  await Promise.all(
    ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"].map((from) => server.connect(AHEAD_64_KIB, from)),
  );
  await expect.poll(() => server.closed, SOON).toEqual(Array(4).fill("pipelining"));
  await expect.poll(() => server.countConnections(), SOON).toBe(0);
  expect(server.handled).toEqual(Array(4).fill("/large"));
  expect(server.parsed).toHaveLength(4 * (waitingRequestsMax + 2));
});

test("the same requests one by one are no more than one answer, too, until the connection ends", async () => {
  const server = await startBoundedServer({ stalledMsMax: 500 });
  const socket = await server.connect();
  for (let count = 0; count < 100; count += 1) {
    socket.write(get("/large"));
    await sleep(2);
  }
  await expect.poll(() => server.closed, SOON).toEqual(["stalled"]);
  expect(server.handled).toEqual(["/large"]);
});

test("a request that is not answered yet holds back those behind it, whatever they expect", async () => {
  const server = await startBoundedServer();
  await server.connect(
    get("/never") + get("/a") + get("/b", "Expect: 100-continue\r\n") + get("/c", "Expect: nothing\r\n"),
  );
  await sleep(200);
  expect([server.handled, server.closed]).toEqual([["/never"], []]);
});

test("requests with an unknown expectation are counted like others", async () => {
  const server = await startBoundedServer();
  const strange = get("/", "Expect: nothing\r\n").repeat(1000);
  await server.connect(get("/never") + strange);
  await expect.poll(() => server.closed, SOON).toEqual(["pipelining"]);
});

test("as many requests ahead as may wait are answered one after another, in order", async () => {
  const server = await startBoundedServer();
  const paths = Array.from({ length: waitingRequestsMax + 1 }, (_, index) => `/${index}`);
  const socket = await server.connect(paths.map((path) => get(path)).join(""));
  let answers = "";
  socket.on("data", (chunk) => {
    answers += chunk;
  });
  await expect.poll(() => answers.match(/^\/\d+ /gm)?.length, SOON).toBe(paths.length);
  expect(answers.match(/^\/\d+/gm)).toEqual(paths);
  expect(server.handled).toEqual(paths);
  socket.write(get("/later"));
  await expect.poll(() => answers, SOON).toContain("/later ");
  expect(server.closed).toEqual([]);
});

test("a request that waits is not handled once its client has left", async () => {
  const server = await startBoundedServer();
  const socket = await server.connect(get("/never") + get("/b"));
  await expect.poll(() => server.handled, SOON).toEqual(["/never"]);
  socket.destroy();
  await expect.poll(() => server.countConnections(), SOON).toBe(0);
  await sleep(50);
  expect(server.handled).toEqual(["/never"]);
});

test("the address of a client that sent too much ahead is refused for a while, others are not", async () => {
  const server = await startBoundedServer({ refusedMs: 500 });
  await server.connect(AHEAD_64_KIB, "127.0.0.9");
  await expect.poll(() => server.closed, SOON).toEqual(["pipelining"]);
  const again = await server.connect(get("/a"), "127.0.0.9");
  await waitForClose(again);
  await server.connect(get("/b"), "127.0.0.8");
  await expect.poll(() => server.handled, SOON).toEqual(["/large", "/b"]);
  await sleep(500);
  await server.connect(get("/c"), "127.0.0.9");
  await expect.poll(() => server.handled, SOON).toEqual(["/large", "/b", "/c"]);
  expect(server.closed).toEqual(["pipelining", "refused"]);
});

test("a proxy is not refused for one of its clients", async () => {
  const server = await startBoundedServer({}, (address) => address === "127.0.0.9");
  await server.connect(AHEAD_64_KIB, "127.0.0.9");
  await expect.poll(() => server.closed, SOON).toEqual(["pipelining"]);
  await server.connect(get("/a"), "127.0.0.9");
  await expect.poll(() => server.handled, SOON).toEqual(["/large", "/a"]);
});
