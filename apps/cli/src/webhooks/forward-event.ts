import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { createSignatureHeaders } from "@ruaflow/webhooks/signature";

/** Outcome of forwarding an event. */
export interface Forwarded {
  /** HTTP status; `null` without an answer. */
  readonly status: number | null;
  readonly latencyMs: number;
  /** Why no answer arrived; otherwise `null`. */
  readonly error: string | null;
}

/** The same as for a webhook's endpoint. */
const DEADLINE_MS = 30_000;

/**
 * Sends an event as to a webhook, to a URL that the operator chose: on the operator's own machine, so neither address
 * nor scheme is checked. As for webhooks, redirects are not followed.
 */
export async function forwardEvent(
  { id, body }: SavedEvent,
  { url, secret }: { readonly url: URL; readonly secret: string },
): Promise<Forwarded> {
  const signature = createSignatureHeaders({ eventId: id, body, sentAt: new Date(), secrets: [secret] });
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Ruaflow-Webhooks/1.0", ...signature },
      body: Buffer.from(body),
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return { status: response.status, latencyMs: latencyMs(), error: null };
  } catch (error) {
    return { status: null, latencyMs: latencyMs(), error: describe(error) };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
