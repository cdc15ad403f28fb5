import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { requireFreePort } from "./free-port.ts";

test("a port in use is told in one sentence with its setting; a free one stays free", async () => {
  const stranger = createServer().listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const address = stranger.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const asked = { host: "127.0.0.1", port, setting: "RUAFLOW_PORT" };
  await expect(requireFreePort(asked)).rejects.toMatchObject({
    name: "UsageError",
    message: `Port ${port} on 127.0.0.1 is already in use by another program: stop the other program, or set RUAFLOW_PORT to another port.`,
  });
  stranger.close();
  await once(stranger, "close");
  await requireFreePort(asked);
  await requireFreePort(asked);
});
