import type { AddressList } from "@ruaflow/runtime/addresses";
import { isExhausted } from "@ruaflow/runtime/errors";
import { Agent } from "undici";
import { createAddressGuard } from "../address/address-guard.ts";
import { checkWebhookUrl } from "../address/check-webhook-url.ts";
import { createSignatureHeaders } from "../signature.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { describeFailure } from "./describe-failure.ts";
import { exchange } from "./exchange.ts";
import { createGuardedConnector, type GuardLayers } from "./guarded-connector.ts";
import { parseRetryAfter } from "./parse-retry-after.ts";
import { createHostResolver, type ResolveHost } from "./resolve-host.ts";

export interface SenderOptions {
  /** Private ranges that webhooks may be sent to. */
  readonly allow: AddressList;
  /** Certificates in PEM that are trusted in addition to the public ones. */
  readonly ca?: string;
  /** Time limit from the lookup to the last byte of the response; default 30 s. */
  readonly deadlineMs?: number;
  /** Absent: the machine's name servers. */
  readonly resolveHost?: ResolveHost;
  /** For tests of the guard: each layer can be removed. */
  readonly guard?: GuardLayers;
  readonly now?: () => Date;
}

export interface SendRequest {
  readonly url: string;
  /** `evt_` id. */
  readonly eventId: string;
  /** The event's bytes, sent unchanged. */
  readonly body: Uint8Array;
  /** Newest first; empty: not signed. */
  readonly secrets: readonly string[];
  /** A sample that was sent on request, which a header then says. Default: false. */
  readonly isTest?: boolean;
}

export interface Sender {
  /**
   * Makes one attempt. A failure of the receiver or of the network is an outcome.
   * @throws the system's error when this machine has no files or memory for an attempt: no receiver is at fault
   */
  send(request: SendRequest): Promise<AttemptOutcome>;
  /** Closes every connection, including those in use. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const DEADLINE_DEFAULT_MS = 30_000;
/** Long enough for a burst, too short for a host's address to change. */
const KEEP_ALIVE_MS = 2000;

/** Creates a sender: over TLS to allowed addresses only, without following redirects, within one overall time limit. */
export function createSender(options: SenderOptions): Sender {
  const { allow, ca, deadlineMs = DEADLINE_DEFAULT_MS, now = () => new Date() } = options;
  const isAllowed = createAddressGuard(allow);
  const agent = new Agent({
    connect: createGuardedConnector({
      guard: options.guard ?? { literal: isAllowed, lookup: isAllowed, peer: isAllowed },
      resolveHost: options.resolveHost ?? createHostResolver(),
      timeoutMs: CONNECT_TIMEOUT_MS,
      ...(ca !== undefined && { ca }),
    }),
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  return {
    async send(sendRequest) {
      const check = checkWebhookUrl(sendRequest.url, { allow });
      if (!check.ok) return { ...unsent, error: "url", detail: check.detail };
      const { eventId, body, secrets, isTest = false } = sendRequest;
      const startedAt = performance.now();
      const signature = createSignatureHeaders({ eventId, body, secrets, sentAt: now() });
      const headers = { ...fixedHeaders, ...(isTest && testHeader), ...signature };
      const { failure, retryAfter, ...response } = await exchange(agent, { url: check.url, headers, body }, deadlineMs);
      if (isExhausted(failure)) throw failure;
      const latencyMs = Math.round(performance.now() - startedAt);
      const retryAfterMs = parseRetryAfter(retryAfter, now());
      return { ...response, ...(failure === null ? whole : describeFailure(failure)), retryAfterMs, latencyMs };
    },
    close: () => agent.destroy(),
  };
}

const fixedHeaders = { "content-type": "application/json", "user-agent": "Ruaflow-Webhooks/1.0" };
const testHeader = { "x-ruaflow-test": "true" };
const whole = { error: null, detail: "" };
const unsent = { status: null, retryAfterMs: null, answer: new Uint8Array(), latencyMs: 0 };
