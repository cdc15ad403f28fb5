// A worker thread: keeps many connections open that say little or nothing, and opens those anew that are closed.
import { connect } from "node:net";
import { workerData } from "node:worker_threads";

export interface FloodOptions {
  readonly port: number;
  readonly sockets: number;
  /** Addresses to connect from, used in turn. */
  readonly addresses: readonly string[];
  /** What each connection says after its greeting. */
  readonly says: string;
  readonly reconnectAfterMs: number;
}

const { port, sockets, addresses, says, reconnectAfterMs }: FloodOptions = workerData;

function start(index: number): void {
  const localAddress = addresses[index % addresses.length] ?? "127.0.0.1";
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  socket.once("data", (reply) => {
    if (reply.toString().startsWith("220")) socket.write(says);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(start, reconnectAfterMs, index));
}

for (let index = 0; index < sockets; index += 1) start(index);
