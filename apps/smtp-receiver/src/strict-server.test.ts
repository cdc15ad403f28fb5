import { Socket } from "node:net";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { expect, test } from "vitest";
import { SMTP_LIMITS } from "./limits.ts";
import { createSmtpMetrics } from "./observe.ts";
import { createSessions } from "./sessions.ts";
import { StrictServer } from "./strict-server.ts";

function create() {
  const sessions = createSessions(SMTP_LIMITS, () => undefined);
  const metrics = createSmtpMetrics(noMetrics, () => 0);
  const server = new StrictServer(
    { logger: false, disabledCommands: ["STARTTLS"] },
    { sessions, metrics, messageBytesMax: 1000 },
  );
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
