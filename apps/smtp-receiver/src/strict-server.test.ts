import { Socket } from "node:net";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { expect, test } from "vitest";
import { SMTP_LIMITS } from "./limits.ts";
import { createSmtpMetrics } from "./observe.ts";
import { createSessions } from "./sessions.ts";
import { StrictServer } from "./strict-server.ts";

function create(connectionsMax = 10) {
  const sessions = createSessions({ ...SMTP_LIMITS, connectionsMax }, () => undefined);
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

test("where no network has more connections than another, only one that has lagged for 2 s is closed for a new one", () => {
  const { sessions, server } = create(2);
  const connect = (host: number) => {
    const socket = new Socket();
    server.connect(socket, { remoteAddress: `192.0.2.${host}` });
    return socket;
  };
  const sockets = [connect(1), connect(2), connect(3)];
  const networks = () => [...server.connections].map(({ id }) => sessions.find(id)?.network);
  expect(networks()).toEqual(["192.0.2.1", "192.0.2.2"]);
  const lagging = sessions.find([...server.connections][1]?.id ?? "");
  if (lagging) lagging.progressAtMs -= 3000;
  sockets.push(connect(4));
  expect(networks()).toEqual(["192.0.2.1", "192.0.2.4"]);
  for (const socket of sockets) socket.destroy();
});
