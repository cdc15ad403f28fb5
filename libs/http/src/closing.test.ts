import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { createTestServer } from "./testing/start-server.ts";

test("a connection that becomes idle while the server closes does not keep it open until its keep-alive timeout", async () => {
  const server = await createTestServer();
  server.post("/early", async (_request, reply) => reply.send({ read: false }));
  server.addContentTypeParser("application/octet-stream", (_request, _payload, done) => done(null));
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const head =
    "POST /early HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/octet-stream";
  socket.write(`${head}\r\nContent-Length: 10\r\n\r\nfirst`);
  await once(socket, "data");
  const closed = server.close();
  await expect.poll(() => server.server.listening).toBe(false);
  const startedAt = performance.now();
  socket.write("after");
  await Promise.all([closed, once(socket, "close")]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
