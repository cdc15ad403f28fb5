import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { clean } from "../clean-text.ts";
import type { Forwarded } from "./forward-event.ts";

/** A line of text: time, type, id, domain and the outcome of forwarding. */
export function toLine(event: SavedEvent, forwarded: Forwarded | null): string {
  const facts = [event.createdAt.toISOString(), event.type, event.id, clean(readDomain(event))];
  return `${facts.join("  ")}${forwarded === null ? "" : `  ${describe(forwarded)}`}\n`;
}

/** A line of JSON: the event as sent. */
export function toJsonLine({ body }: SavedEvent, forwarded: Forwarded | null): string {
  const event: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  const { status, latencyMs, error } = forwarded ?? { status: null, latencyMs: null, error: null };
  return `${JSON.stringify({ event, status, latency_ms: latencyMs, error })}\n`;
}

function describe({ status, latencyMs, error }: Forwarded): string {
  return `→ ${status ?? clean(error ?? "no answer")} in ${latencyMs} ms`;
}

function readDomain({ body }: SavedEvent): string {
  const { data }: { data?: { domain?: unknown } } = JSON.parse(Buffer.from(body).toString("utf8"));
  return typeof data?.domain === "string" ? data.domain : "";
}
