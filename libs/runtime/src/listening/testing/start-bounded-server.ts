import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { createBoundedServer } from "../create-bounded-server.ts";
import type { CloseReason, ConnectionLimits } from "../limits.ts";

/** How long a test waits for what happens at once on a machine that is not busy. */
export const SOON = { timeout: 10_000 };

/** More than the buffers of the system hold on both sides of a connection. */
export const LARGE_ANSWER = Buffer.alloc(24 * 1024 * 1024, "x");

export interface ListeningServer {
  /** Paths of the requests that Node has parsed. */
  readonly parsed: string[];
  /** Paths of the requests that were handled. */
  readonly handled: string[];
  /** Why connections were closed. */
  readonly closed: CloseReason[];
  countConnections(): Promise<number>;
  /** Connects from an address of 127.0.0.0/8 and sends text. Nothing is read before `readAll`. */
  connect(text?: string, from?: string): Promise<Socket>;
}

/** A bounded server until the end of the test, which answers `/large` with `LARGE_ANSWER`, `/double` with two of them, `/never` never, and other paths with themselves. */
export async function startBoundedServer(
  limits: Partial<ConnectionLimits> = {},
  isProxy?: (address: string) => boolean,
): Promise<ListeningServer> {
  const parsed: string[] = [];
  const handled: string[] = [];
  const closed: CloseReason[] = [];
  const sockets: Socket[] = [];
  const answer: RequestListener = ({ url = "" }, response) => {
    handled.push(url);
    if (url === "/double") response.write(LARGE_ANSWER);
    if (url !== "/never") response.end(["/large", "/double"].includes(url) ? LARGE_ANSWER : `${url} `);
  };
  const server = createBoundedServer(answer, {
    limits: { sweepEveryMs: 50, ...limits },
    isProxy,
    onClosed: (reason) => closed.push(reason),
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  server.on("request", ({ url = "" }) => parsed.push(url));
  return {
    parsed,
    handled,
    closed,
    countConnections: promisify(server.getConnections.bind(server)),
    async connect(text = "", from = "127.0.0.1") {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from }).on("error", () => undefined);
      sockets.push(socket);
      await once(socket, "connect");
      socket.write(text);
      return socket;
    },
  };
}

export function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: test\r\n${headers}\r\n`;
}

/** Waits until the server has closed the connection. */
export async function waitForClose(socket: Socket): Promise<void> {
  // A connection may also end with an error.
  if (!socket.resume().closed) await new Promise((resolve) => socket.once("close", resolve));
}

/** Reads until the server has closed the connection, and returns how many bytes there were. */
export async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  await waitForClose(socket);
  return bytes;
}
