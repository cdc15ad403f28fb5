import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestCertificates } from "@ruaflow/runtime/testing";

/** A request as received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A webhook endpoint: a real HTTPS server on loopback. */
export interface Receiver {
  /** `https://ADDRESS:PORT` */
  readonly url: string;
  readonly port: number;
  /** Requests received so far, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** Number of connections so far, including those without a request. */
  connections(): number;
  stop(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ReceiverOptions {
  readonly certificates: TestCertificates;
  /** Default: 204. */
  readonly answer?: Answer;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** False for runs with too many requests to keep in memory. */
  readonly keepRequests?: boolean;
}

export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { certificates, answer = answerNoContent, host = "127.0.0.1", keepRequests = true } = options;
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer({ key: certificates.key, cert: certificates.cert }, (incoming, response) => {
    readRequest(incoming).then((received) => {
      if (keepRequests) requests.push(received);
      answer(response, received);
    }, ignore);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.on("tlsClientError", ignore);
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${host}:${port}`,
    port,
    requests,
    connections: () => connections,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { path: incoming.url ?? "", headers: incoming.headers, body: Buffer.concat(chunks) };
}

function answerNoContent(response: ServerResponse): void {
  response.writeHead(204).end();
}

function ignore(): void {}
