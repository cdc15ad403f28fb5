import { once } from "node:events";
import { createServer } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";

interface PortSetting {
  readonly host: string;
  readonly port: number;
  /** The environment variable that sets the port. */
  readonly setting: string;
}

const PRIVILEGED =
  "by root only. Redirect the port, give the service CAP_NET_BIND_SERVICE (systemd: AmbientCapabilities), or lower net.ipv4.ip_unprivileged_port_start";

/**
 * Checks that the address is free, before anything starts that would have to be stopped again.
 * @throws {UsageError} with the port, the setting and what to do
 */
export async function requireFreePort({ host, port, setting }: PortSetting): Promise<void> {
  const probe = createServer().listen({ host, port });
  try {
    await once(probe, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES")
      throw new UsageError(`Port ${port} (${setting}) may be used ${PRIVILEGED}.`, { cause: error });
    if (code === "EADDRNOTAVAIL")
      throw new UsageError(
        `This machine has no address ${host} (port ${port}, ${setting}): set the host to one of its own addresses, or to 0.0.0.0 for all.`,
        { cause: error },
      );
    if (code !== "EADDRINUSE") throw error;
    const remedy = `stop the other program, or set ${setting} to another port`;
    throw new UsageError(`Port ${port} on ${host} is already in use by another program: ${remedy}.`, { cause: error });
  }
  probe.close();
  await once(probe, "close");
}
