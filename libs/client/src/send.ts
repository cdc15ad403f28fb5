import { RuaflowError, readError, toNetworkError, toTimeout } from "./error.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";
import { isRepeatable, sleep, toDelayMs } from "./retry.ts";

/** What authenticates the client's requests: a key, or the session of the browser that it runs in. */
type Credentials =
  | {
      /** API key: `ruaflow_...`. */
      readonly key: string;
      readonly csrfToken?: never;
    }
  | {
      /** In a browser that is signed in: sent as X-CSRF-Token; the browser sends the cookie. `null` before signing in. */
      readonly csrfToken: string | null;
      readonly key?: never;
    };

interface Settings {
  /** URL of the service, without the API's path: `https://dmarc.example.com`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Maximum number of retries of a request that can be retried safely; default 3. */
  readonly retries?: number;
  /** Time limit of one attempt, to the end of the response, or to the start of a stream; default 30,000. */
  readonly timeoutMs?: number;
}

export type ClientOptions = Settings & Credentials;

const RETRIES = 3;
const TIMEOUT_MS = 30_000;

/**
 * Sends a request, retries where that is safe and useful, and reads the response of the attempt that succeeds.
 * @throws {RuaflowError} of the last attempt
 */
export async function send<Answer>(
  client: ClientOptions,
  request: OutgoingRequest,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const retries = client.retries ?? RETRIES;
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(client, request, read);
    } catch (error) {
      request.signal?.throwIfAborted();
      const delayMs = error instanceof RuaflowError && retry < retries ? toDelayMs(error, retry) : null;
      if (delayMs === null || !isRepeatable(request, error)) throw error;
      await sleep(delayMs, request.signal);
    }
  }
}

async function attempt<Answer>(
  client: ClientOptions,
  request: OutgoingRequest,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const timeoutMs = request.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signals = request.signal ? [timeout.signal, request.signal] : [timeout.signal];
  try {
    const response = await (client.fetch ?? fetch)(request.url, toInit(client, request, AbortSignal.any(signals)));
    if (!response.ok) throw await readError(response);
    return await read(response);
  } catch (error) {
    if (error instanceof RuaflowError) throw error;
    throw timeout.signal.aborted ? toTimeout(timeoutMs) : toNetworkError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The service never redirects. A server that redirects is not the service and must not get the key. */
function toInit(client: ClientOptions, { method, headers, body }: OutgoingRequest, signal: AbortSignal): RequestInit {
  const sent = { ...toHeaders(client), ...headers };
  const stream = body instanceof ReadableStream ? { duplex: "half" as const } : {};
  return { method, headers: sent, redirect: "error", signal, ...(body !== null && { body }), ...stream };
}

function toHeaders({ key, csrfToken }: ClientOptions): Readonly<Record<string, string>> {
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  return typeof csrfToken === "string" ? { "x-csrf-token": csrfToken } : {};
}
