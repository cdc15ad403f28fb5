import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A network between a client and a server that a test can cut, freeze and restore. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Keeps connections open but transfers no bytes, like a frozen process or a network that drops packets. */
  freeze(): void;
  /** Undoes `cut` and `freeze`. */
  restore(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "frozen" = "open";
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (state === "frozen") socket.pause();
  };
  const server = createServer((client) => {
    if (state === "cut") {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    client.pipe(upstream).on("close", () => client.destroy());
    upstream.pipe(client).on("close", () => upstream.destroy());
    track(client);
    track(upstream);
  });
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    cut() {
      state = "cut";
      destroyAll();
    },
    freeze() {
      state = "frozen";
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = "open";
      for (const socket of sockets) socket.resume();
    },
    async close() {
      server.close();
      destroyAll();
      await once(server, "close");
    },
  };
}
