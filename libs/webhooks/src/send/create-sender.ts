import type { AddressList } from "@ruaflow/runtime/addresses";
import { Agent, request } from "undici";
import { createAddressGuard } from "../address/address-guard.ts";
import { checkWebhookUrl } from "../address/check-webhook-url.ts";
import { createSignatureHeaders } from "../signature.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { describeFailure } from "./describe-failure.ts";
import { createGuardedConnector, type GuardLayers } from "./guarded-connector.ts";
import { parseRetryAfter, readResponse } from "./read-response.ts";
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
  /** Makes one attempt. Never rejects: a failure is an outcome. */
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

  async function attempt({ url, eventId, body, secrets, isTest = false }: SendRequest): Promise<Answer> {
    const overdue = new AbortController();
    // Unlike that of AbortSignal.timeout it ends with the attempt: thousands of deadlines would wait for their 30 s.
    const timer = setTimeout(() => overdue.abort(), deadlineMs);
    const answer: Answer = { status: null, retryAfterMs: null, answer: new Uint8Array(), failure: null };
    try {
      const sentAt = now();
      const response = await request(url, {
        dispatcher: agent,
        method: "POST",
        headers: {
          ...fixedHeaders,
          ...(isTest && testHeader),
          ...createSignatureHeaders({ eventId, body, sentAt, secrets }),
        },
        body,
        signal: overdue.signal,
      });
      answer.status = response.statusCode;
      answer.retryAfterMs = parseRetryAfter(response.headers["retry-after"], now());
      answer.answer = await readResponse(response.body);
    } catch (error) {
      answer.failure = error;
    } finally {
      clearTimeout(timer);
    }
    return answer;
  }

  return {
    async send(sendRequest) {
      const check = checkWebhookUrl(sendRequest.url, { allow });
      if (!check.ok) return { ...unsent, error: "url", detail: check.detail };
      const startedAt = performance.now();
      const { failure, ...answer } = await attempt({ ...sendRequest, url: check.url });
      const latencyMs = Math.round(performance.now() - startedAt);
      return { ...answer, ...(failure === null ? whole : describeFailure(failure)), latencyMs };
    },
    close: () => agent.destroy(),
  };
}

/** The part of a response that arrived. */
interface Answer {
  status: number | null;
  retryAfterMs: number | null;
  answer: Uint8Array;
  failure: unknown;
}

const fixedHeaders = { "content-type": "application/json", "user-agent": "Ruaflow-Webhooks/1.0" };
const testHeader = { "x-ruaflow-test": "true" };
const whole = { error: null, detail: "" };
const unsent = { status: null, retryAfterMs: null, answer: new Uint8Array(), latencyMs: 0 };
