import { once } from "node:events";
import { createServer } from "node:net";
import { UsageError } from "@ruaflow/runtime/errors";

interface PortSetting {
  readonly host: string;
  readonly port: number;
  /** The variable that the operator would change. */
  readonly setting: string;
}

/**
 * Makes sure that an address can be listened on, before anything is started that would have to be stopped again.
 * @throws {UsageError} naming the port, the setting and the way out
 */
export async function requireFreePort({ host, port, setting }: PortSetting): Promise<void> {
  const probe = createServer().listen({ host, port });
  try {
    await once(probe, "listening");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    const way = `stop the other program, or set ${setting} to another port`;
    throw new UsageError(`Port ${port} on ${host} is already in use by another program: ${way}.`, { cause: error });
  }
  probe.close();
  await once(probe, "close");
}
