import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { get, type ListeningServer, SOON, startBoundedServer, waitForClose } from "./testing/start-bounded-server.ts";

/** After this time without progress a connection may be closed for another. */
const RESTED_MS = 2100;

async function connectMany(server: ListeningServer, count: number, toAddress: (index: number) => string) {
  const opened: Socket[] = [];
  for (let index = 0; index < count; index += 1) opened.push(await server.connect("", toAddress(index)));
  return opened;
}

/** Sends a request and waits for its answer. */
async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(get(path));
  return String(await once(socket, "data"));
}

test("a full server closes the oldest connection of the neighbourhood with most, and admits the newest of another", async () => {
  const server = await startBoundedServer({ connectionsMax: 10 });
  const [oldest] = await connectMany(server, 9, (index) => `127.1.1.${index + 1}`);
  const honest = await server.connect("", "127.2.1.1");
  expect(await ask(honest, "/a")).toContain("/a ");
  const newest = await server.connect("", "127.3.1.1");
  expect(await ask(newest, "/b")).toContain("/b ");
  await waitForClose(oldest ?? newest);
  expect(await ask(honest, "/c")).toContain("/c ");
  expect(server.closed).toEqual(["crowded"]);
});

test("no neighbourhood pushes out others that have as few connections, until those have rested", async () => {
  const server = await startBoundedServer({ connectionsMax: 5 });
  const [first] = await connectMany(server, 5, (index) => `127.${index + 1}.1.1`);
  await waitForClose(await server.connect("", "127.9.1.1"));
  expect(server.closed).toEqual(["refused"]);
  await sleep(RESTED_MS);
  const newest = await server.connect("", "127.9.1.1");
  expect(await ask(newest, "/b")).toContain("/b ");
  await waitForClose(first ?? newest);
});

test("a connection that has just been answered outlives those that were not, however old it is", async () => {
  const server = await startBoundedServer({ connectionsMax: 5 });
  const [honest] = await connectMany(server, 5, (index) => `127.${index + 1}.1.1`);
  await sleep(RESTED_MS);
  if (!honest) throw new Error("no connection");
  await ask(honest, "/a");
  for (let index = 0; index < 4; index += 1) await ask(await server.connect("", `127.2${index}.1.1`), "/b");
  expect(await ask(honest, "/c")).toContain("/c ");
  expect(server.closed).toEqual(Array(4).fill("crowded"));
});

test("an address has no more connections than it may; a proxy may have more", async () => {
  const server = await startBoundedServer({ connectionsPerAddressMax: 3 }, (address) => address === "127.0.0.9");
  await connectMany(server, 3, () => "127.0.0.1");
  await waitForClose(await server.connect("", "127.0.0.1"));
  await connectMany(server, 5, () => "127.0.0.9");
  expect(await server.countConnections()).toBe(8);
  await sleep(RESTED_MS);
  expect(await ask(await server.connect("", "127.0.0.1"), "/a")).toContain("/a ");
  expect(server.closed).toEqual(["refused", "crowded"]);
});

test("the connections of a proxy are not a crowd: those of a neighbourhood with more are closed first", async () => {
  const server = await startBoundedServer({ connectionsMax: 10 }, (address) => address.startsWith("127.1.1."));
  await connectMany(server, 6, () => "127.1.1.1");
  await connectMany(server, 4, (index) => `127.4.4.${index + 1}`);
  const newest = await server.connect("", "127.5.5.5");
  expect(await ask(newest, "/a")).toContain("/a ");
  await connectMany(server, 1, () => "127.1.1.1");
  await expect.poll(() => server.closed, SOON).toEqual(["crowded", "crowded"]);
});

test("a proxy does not suffer for a crowd of neighbours", async () => {
  const server = await startBoundedServer({ connectionsMax: 5 }, (address) => address === "127.4.4.9");
  const proxied = await server.connect("", "127.4.4.9");
  await connectMany(server, 4, (index) => `127.4.4.${index + 1}`);
  expect(await ask(await server.connect("", "127.5.5.5"), "/a")).toContain("/a ");
  expect(await ask(proxied, "/b")).toContain("/b ");
});

test("places of closed connections are free again", async () => {
  const server = await startBoundedServer({ connectionsMax: 3, connectionsPerAddressMax: 3 });
  for (let round = 0; round < 20; round += 1) {
    const sockets = await connectMany(server, 3, () => "127.0.0.1");
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => server.countConnections(), SOON).toBe(0);
  }
  expect(server.closed).toEqual([]);
});

test("a client that sends no request, or no end of its headers, is disconnected", async () => {
  const server = await startBoundedServer({ headersMsMax: 300 });
  const silent = await server.connect();
  const dripping = await server.connect("GET / HTTP/1.1\r\nA: ");
  const drip = setInterval(() => dripping.write("a"), 20);
  await Promise.all([waitForClose(silent), waitForClose(dripping)]);
  clearInterval(drip);
});
