import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { createSignatureHeaders } from "@ruaflow/webhooks/signature";

/** What came of handing an event on. */
export interface Forwarded {
  /** HTTP status; `null` when no answer came. */
  readonly status: number | null;
  readonly latencyMs: number;
  /** Why no answer came. */
  readonly error: string | null;
}

/** As long as a webhook's endpoint has. */
const DEADLINE_MS = 30_000;

/**
 * Sends an event as a webhook would be sent, to wherever the operator says: his own machine, so neither the address nor the
 * scheme is judged. Redirects are not followed, as webhooks' are not.
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
