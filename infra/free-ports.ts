import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports of servers that tests start lie below those that Linux gives to outgoing connections (32768 to 60999): a connection
 * could take one of those between its choice and the server's start, or while the server is killed.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Finds a port of 127.0.0.1 at which nothing listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const listens = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (listens) await once(server.close(), "close");
  return listens;
}
