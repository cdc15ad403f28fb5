import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { toAgent } from "./server-address.ts";

test("through a socket each request has a connection of its own, which no idle limit can end meanwhile", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-socket-"));
  const socket = join(folder, "http");
  const server = createServer((_request, response) => response.end("Ok."));
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(socket);
  await once(server, "listening");
  const agent = toAgent({ url: "http://localhost", tlsFiles: {}, socket }, 4);
  for (let count = 0; count < 3; count += 1) {
    const sent = request("http://localhost/", { ...(agent && { agent }), headers: { connection: "keep-alive" } }).end();
    const [answer] = await once(sent, "response");
    expect(await text(answer)).toBe("Ok.");
  }
  expect(connections).toBe(3);
  server.close();
  rmSync(folder, { recursive: true });
});
