import { RuaflowError, readError, toNetworkError, toTimeout } from "./error.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";
import { isRepeatable, sleep, toDelayMs } from "./retry.ts";

export interface ClientOptions {
  /** Of the service, without the path of the API: `https://dmarc.example.com`. */
  readonly baseUrl: string;
  /** API key: `ruaflow_...`. */
  readonly key: string;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
  /** Tries after the first, of what may be tried again; 3 when absent. */
  readonly retries?: number;
  /** Longest time of one try, up to the end of the answer, of a stream up to its begin; 30,000 when absent. */
  readonly timeoutMs?: number;
}

const RETRIES = 3;
const TIMEOUT_MS = 30_000;

/**
 * Sends a request, again where that is safe and of use, and reads the answer of the try that succeeds.
 * @throws {RuaflowError} of the last try
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

/** The service never redirects: whoever does is not the service, and gets no key. */
function toInit(client: ClientOptions, { method, headers, body }: OutgoingRequest, signal: AbortSignal): RequestInit {
  const sent = { authorization: `Bearer ${client.key}`, ...headers };
  const stream = body instanceof ReadableStream ? { duplex: "half" as const } : {};
  return { method, headers: sent, redirect: "error", signal, ...(body !== null && { body }), ...stream };
}
