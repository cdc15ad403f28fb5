import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A network between a client and a server that a test can cut, freeze and restore. */
export interface TcpProxy {
  readonly port: number;
  /** The URL of the server, through the proxy. */
  toUrl(serverUrl: string): string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Keeps connections open but transfers no bytes, like a frozen process or a network that drops packets. */
  freeze(): void;
  /** Holds back each piece of data, both ways, for this long. */
  delay(ms: number): void;
  /** Undoes `cut`, `freeze` and `delay`. */
  restore(): void;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "frozen" = "open";
  let delayMs = 0;
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
    client
      .pipe(createDelay(() => delayMs))
      .pipe(upstream)
      .on("close", () => client.destroy());
    upstream
      .pipe(createDelay(() => delayMs))
      .pipe(client)
      .on("close", () => upstream.destroy());
    track(client);
    track(upstream);
  });
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, HOST), "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    port,
    toUrl(serverUrl) {
      const url = new URL(serverUrl);
      // The server may be on another host, such as a container's.
      url.hostname = HOST;
      url.port = String(port);
      return url.href;
    },
    cut() {
      state = "cut";
      destroyAll();
    },
    freeze() {
      state = "frozen";
      for (const socket of sockets) socket.pause();
    },
    delay(ms) {
      delayMs = ms;
    },
    restore() {
      state = "open";
      delayMs = 0;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      server.close();
      destroyAll();
      await once(server, "close");
    },
  };
}

function createDelay(readMs: () => number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      const ms = readMs();
      if (ms === 0) done(null, chunk);
      else setTimeout(done, ms, null, chunk);
    },
  });
}
