import { type Agent, request } from "node:http";

export interface Sending {
  readonly agent: Agent;
  readonly port: number;
  readonly key: string;
  /** The client gives up after this time. */
  readonly patienceMs: number;
}

export interface Sent {
  /** Below `/api/v1/`. */
  readonly path: string;
  /** Absent: GET. */
  readonly body?: string;
  readonly contentType?: string;
}

/** Sends a request to the API and reads its answer to the end; resolves with its status. */
export function sendRequest({ agent, port, key, patienceMs }: Sending, sent: Sent): Promise<number> {
  const { path, body, contentType } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        path: `/api/v1/${path}`,
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${key}`, ...(contentType !== undefined && { "content-type": contentType }) },
        signal: AbortSignal.timeout(patienceMs),
      },
      (response) => {
        response.resume();
        response.once("error", reject);
        response.once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
