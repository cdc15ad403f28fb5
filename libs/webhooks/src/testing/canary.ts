import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A listener on this machine that no webhook may reach. */
export interface Canary {
  readonly port: number;
  connections(): number;
  /** Number of bytes received. */
  bytes(): number;
  stop(): Promise<void>;
}

/** Listens on every address of the machine, or on one address. */
export async function startCanary({ host = "::", port = 0 } = {}): Promise<Canary> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    socket.on("error", () => undefined);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    bytes: () => bytes,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
