import { Agent, request } from "undici";
import { createAddressGuard } from "../address/address-guard.ts";
import type { AddressRanges } from "../address/address-ranges.ts";
import { checkWebhookUrl } from "../address/check-webhook-url.ts";
import { createSignatureHeaders } from "../signature.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { describeFailure } from "./describe-failure.ts";
import { createGuardedConnector, type GuardLayers } from "./guarded-connector.ts";
import { parseRetryAfter, readAnswer } from "./read-answer.ts";
import { createHostResolver, type ResolveHost } from "./resolve-host.ts";

export interface SenderOptions {
  /** Ranges of the operator's own network that webhooks may be sent to. */
  readonly allow: AddressRanges;
  /** Certificates that are trusted beside the public ones, PEM. */
  readonly ca?: string;
  /** From the lookup to the last byte of the answer; 30 s when absent. */
  readonly deadlineMs?: number;
  /** The machine's name servers when absent. */
  readonly resolveHost?: ResolveHost;
  /** For tests of the guard: each layer can be taken away. */
  readonly guard?: GuardLayers;
  readonly now?: () => Date;
}

export interface SendRequest {
  readonly url: string;
  /** `evt_` id. */
  readonly eventId: string;
  /** The event's bytes, sent as they are. */
  readonly body: Uint8Array;
  /** The newest first; none: not signed. */
  readonly secrets: readonly string[];
}

export interface Sender {
  /** Makes one attempt. Never rejects: whatever goes wrong is an outcome. */
  send(request: SendRequest): Promise<AttemptOutcome>;
  /** Ends every connection, those in use too. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5000;
const DEADLINE_DEFAULT_MS = 30_000;
/** Long enough for a burst, too short for a host to become another one meanwhile. */
const KEEP_ALIVE_MS = 2000;

/** Creates what sends webhooks: over TLS to allowed addresses, never following a redirect, within one overall deadline. */
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

  async function attempt({ url, eventId, body, secrets }: SendRequest): Promise<Answer> {
    const signal = AbortSignal.timeout(deadlineMs);
    const answer: Answer = { status: null, retryAfterMs: null, answer: new Uint8Array(), failure: null };
    try {
      const sentAt = now();
      const response = await request(url, {
        dispatcher: agent,
        method: "POST",
        headers: { ...fixedHeaders, ...createSignatureHeaders({ eventId, body, sentAt, secrets }) },
        body,
        signal,
      });
      answer.status = response.statusCode;
      answer.retryAfterMs = parseRetryAfter(response.headers["retry-after"], now());
      answer.answer = await readAnswer(response.body);
    } catch (error) {
      answer.failure = error;
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

/** As much of an answer as came. */
interface Answer {
  status: number | null;
  retryAfterMs: number | null;
  answer: Uint8Array;
  failure: unknown;
}

const fixedHeaders = { "content-type": "application/json", "user-agent": "Ruaflow-Webhooks/1.0" };
const whole = { error: null, detail: "" };
const unsent = { status: null, retryAfterMs: null, answer: new Uint8Array(), latencyMs: 0 };
