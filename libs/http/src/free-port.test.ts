import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { requireFreePort } from "./free-port.ts";

test("a port in use is an error that names the setting; a free port stays free", async () => {
  const otherProgram = createServer().listen(0, "127.0.0.1");
  await once(otherProgram, "listening");
  const address = otherProgram.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const asked = { host: "127.0.0.1", port, setting: "RUAFLOW_PORT" };
  await expect(requireFreePort(asked)).rejects.toMatchObject({
    name: "UsageError",
    message: `Port ${port} on 127.0.0.1 is already in use by another program: stop the other program, or set RUAFLOW_PORT to another port.`,
  });
  otherProgram.close();
  await once(otherProgram, "close");
  await requireFreePort(asked);
  await requireFreePort(asked);
});

test("an address of another machine is refused with a way out", async () => {
  // RFC 5737: no machine has it.
  await expect(requireFreePort({ host: "192.0.2.1", port: 0, setting: "RUAFLOW_PORT" })).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringContaining("This machine has no address 192.0.2.1"),
  });
});
