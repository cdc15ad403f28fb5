import { createHash, createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { TestCertificates } from "@ruaflow/runtime/testing";
import { type ReceivedRequest, type Receiver, startReceiver } from "@ruaflow/webhooks/testing";

/** The requests that an endpoint received about one event. */
export interface Seen {
  requests: number;
  successes: number;
  readonly bodyHashes: Set<string>;
}

export interface FlakyReceiver extends Receiver {
  /** By event id. */
  readonly seen: ReadonlyMap<string, Seen>;
  /** Number of requests whose signature did not match the body. */
  forged(): number;
}

export interface FlakyOptions {
  readonly certificates: TestCertificates;
  readonly secret: string;
  readonly random: () => number;
  /** Share of requests that fail. */
  readonly failureRate: number;
  /** Share of events for which every request fails. */
  readonly lostRate: number;
}

/** An endpoint that fails in all common ways and records its requests. */
export async function startFlakyReceiver(options: FlakyOptions): Promise<FlakyReceiver> {
  const { certificates, secret, random, failureRate, lostRate } = options;
  const seen = new Map<string, Seen>();
  let forged = 0;
  const receiver = await startReceiver({
    certificates,
    keepRequests: false,
    answer(response, request) {
      const id = String(request.headers["webhook-id"]);
      const event = seen.get(id) ?? { requests: 0, successes: 0, bodyHashes: new Set() };
      seen.set(id, event);
      event.requests += 1;
      event.bodyHashes.add(toBodyHash(request.body));
      if (!isSigned(request, secret)) forged += 1;
      if (random() < failureRate || toShare(id) < lostRate) return fail(response, random());
      event.successes += 1;
      response.writeHead(204).end();
    },
  });
  return { ...receiver, seen, forged: () => forged };
}

export function toBodyHash(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64");
}

function isSigned({ headers, body }: ReceivedRequest, secret: string): boolean {
  return headers["x-ruaflow-signature"] === `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** A number from 0 to 1 derived from the event's id. */
function toShare(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;
}

function fail(response: ServerResponse, kind: number): void {
  if (kind < 0.02) return;
  if (kind < 0.2) response.destroy();
  else if (kind < 0.4) response.writeHead(302, { location: "https://127.0.0.1/" }).end();
  else if (kind < 0.5) response.writeHead(429, { "retry-after": "1" }).end();
  else response.writeHead(500).end("down");
}
