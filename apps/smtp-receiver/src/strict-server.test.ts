import { Socket } from "node:net";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { toNeighbourhood } from "@ruaflow/runtime/work";
import { expect, test } from "vitest";
import { SMTP_LIMITS } from "./limits.ts";
import { createSmtpMetrics } from "./observe.ts";
import { createSessions } from "./sessions.ts";
import { StrictServer } from "./strict-server.ts";

function create() {
  const sessions = createSessions(SMTP_LIMITS, () => undefined);
  const metrics = createSmtpMetrics(noMetrics, () => 0);
  const options = { logger: false, disabledCommands: ["STARTTLS"] };
  const server = new StrictServer(options, { sessions, metrics, messageBytesMax: 1000 });
  return { sessions, server };
}

test("a socket that was closed before its session began is not counted, since nothing would remove it", () => {
  const { sessions, server } = create();
  server.connect(new Socket().destroy());
  expect([sessions.size, server.connections.size]).toEqual([0, 0]);
  const open = new Socket();
  server.connect(open);
  expect(sessions.size).toBe(1);
  open.destroy();
});

test("an error on a socket whose session has not begun ends nothing else", () => {
  const { server } = create();
  const socket = new Socket();
  server.server.emit("connection", socket);
  expect(() => socket.emit("error", new Error("reset"))).not.toThrow();
  socket.destroy();
});

/** A server whose connections are listed by address; each is younger than the one before. */
function createFull(connectionsMax: number, known: readonly string[] = [], connectionsPerAddressMax = 20) {
  const limits = { ...SMTP_LIMITS, connectionsMax, connectionsPerAddressMax };
  const sessions = createSessions(limits, () => undefined);
  const metrics = createSmtpMetrics(noMetrics, () => 0);
  const server = new StrictServer({ logger: false }, { sessions, metrics, messageBytesMax: 1000 });
  for (const address of known) sessions.remember({ network: address, neighbourhood: toNeighbourhood(address) });
  const sockets: Socket[] = [];
  const find = (address: string) =>
    [...server.connections].map(({ id }) => sessions.find(id)).find((session) => session?.network === address);
  return {
    find,
    connect(...addresses: string[]) {
      for (const remoteAddress of addresses) {
        const socket = new Socket();
        sockets.push(socket);
        server.connect(socket, { remoteAddress });
        for (const { id } of server.connections) {
          const session = sessions.find(id);
          if (session) session.progressAtMs -= 1;
        }
      }
    },
    wait(ms: number) {
      for (const { id } of server.connections) {
        const session = sessions.find(id);
        if (session) session.progressAtMs -= ms;
      }
    },
    list: () => [...server.connections].flatMap(({ id }) => sessions.find(id)?.network ?? []),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("where no network has more connections than another, only one that has lagged for 2 s is closed for a new one", () => {
  const full = createFull(4);
  full.connect("192.0.1.1", "192.0.2.1", "192.0.3.1", "192.0.4.1");
  expect(full.list()).toEqual(["192.0.1.1", "192.0.2.1", "192.0.3.1"]);
  full.wait(3000);
  full.connect("192.0.5.1", "192.0.6.1", "192.0.7.1", "192.0.8.1");
  expect(full.list()).toEqual(["192.0.5.1", "192.0.6.1", "192.0.7.1"]);
  full.close();
});

test("the neighbourhood with most connections makes room, though none of its addresses has two", () => {
  const full = createFull(8);
  full.connect("192.0.1.1", "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.3.1", "192.0.4.1", "192.0.5.1");
  expect(full.list()).toEqual(["192.0.1.1", "192.0.2.2", "192.0.2.3", "192.0.3.1", "192.0.4.1", "192.0.5.1"]);
  full.connect("192.0.2.4");
  expect(full.list()).not.toContain("192.0.2.4");
  full.close();
});

test("of those alike, one that has named a mailbox stays", () => {
  const full = createFull(4);
  full.connect("192.0.1.1", "192.0.2.1", "192.0.3.1");
  full.wait(3000);
  const session = full.find("192.0.1.1");
  if (session) session.hasMailbox = true;
  full.connect("192.0.4.1");
  expect(full.list()).toEqual(["192.0.1.1", "192.0.3.1", "192.0.4.1"]);
  full.close();
});

test("a neighbourhood whose mail was accepted has a part of the connections that no stranger can take", () => {
  const full = createFull(4, ["192.0.9.1", "192.0.8.1", "192.0.7.1", "192.0.6.1"]);
  full.connect("192.0.1.1", "192.0.2.1", "192.0.3.1", "192.0.4.1", "192.0.9.1");
  expect(full.list()).toEqual(["192.0.1.1", "192.0.2.1", "192.0.3.1", "192.0.9.1"]);
  full.connect("192.0.8.2");
  expect(full.list()).toEqual(["192.0.2.1", "192.0.3.1", "192.0.9.1", "192.0.8.2"]);
  full.close();
});

test("strangers have a part, too, that senders with a history cannot take", () => {
  const full = createFull(4, ["192.0.9.1", "192.0.8.1", "192.0.7.1", "192.0.6.1"]);
  full.connect("192.0.1.1", "192.0.9.1", "192.0.8.1", "192.0.7.1", "192.0.6.1");
  expect(full.list()).toEqual(["192.0.1.1", "192.0.9.1", "192.0.8.1", "192.0.7.1"]);
  full.find("192.0.1.1")?.connection.close();
  full.close();
});

test("a neighbourhood with a history that takes many connections is a stranger with the rest of them", () => {
  const many = Array.from({ length: 12 }, (_, index) => `192.0.9.${index + 1}`);
  const full = createFull(12, ["192.0.9.1", "192.0.8.1"], 2);
  full.connect(...many);
  expect(full.list()).toHaveLength(11);
  full.connect("192.0.8.1", "192.0.1.1", "192.0.2.1");
  expect(full.list()).toEqual(expect.arrayContaining(["192.0.8.1", "192.0.1.1", "192.0.2.1"]));
  full.close();
});

test("a refused connection gets its answer, and of very many at a time the rest is closed without one", () => {
  const sessions = createSessions({ ...SMTP_LIMITS, connectionsPerAddressMax: 0 }, () => undefined);
  const metrics = createSmtpMetrics(noMetrics, () => 0);
  const server = new StrictServer({ logger: false }, { sessions, metrics, messageBytesMax: 1000 });
  const sockets = Array.from({ length: 300 }, () => new Socket());
  for (const socket of sockets) server.connect(socket, { remoteAddress: "192.0.2.1" });
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(100);
  for (const socket of sockets) socket.destroy();
});
