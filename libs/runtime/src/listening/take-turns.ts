import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

interface TurnsOptions {
  /** Requests of one connection that may wait. */
  readonly waitingMax: number;
  /** Called for each request beyond them; it must end the connection. */
  readonly onTooMany: (socket: Socket) => void;
  /** Called when the system has taken an answer, or its connection is lost. */
  readonly onAnswered: (socket: Socket) => void;
}

/**
 * Handles the requests of each connection one at a time. Node parses all that 64 KiB contain and calls its listener for each,
 * so 1,800 answers would be made for a client that reads none. The next request is handled when the system has taken the
 * whole answer to the one before.
 * @returns a function that makes a listener wait for its turn
 */
export function takeTurns({ waitingMax, onTooMany, onAnswered }: TurnsOptions) {
  /** What waits, for each connection with a request in progress. */
  const lines = new WeakMap<Socket, (() => void)[]>();

  function begin(handle: RequestListener, ...[request, response]: Parameters<RequestListener>): void {
    const { socket } = request;
    response.once("close", () => {
      onAnswered(socket);
      const next = lines.get(socket)?.shift();
      if (next === undefined || socket.destroyed) lines.delete(socket);
      else next();
    });
    handle(request, response);
  }

  return (handle: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      const line = lines.get(socket);
      if (socket.destroyed) return;
      if (line !== undefined && line.length >= waitingMax) return onTooMany(socket);
      if (line !== undefined) return void line.push(() => begin(handle, request, response));
      lines.set(socket, []);
      begin(handle, request, response);
    };
}
