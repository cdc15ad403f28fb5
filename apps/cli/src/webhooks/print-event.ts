import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { clean } from "../explain/to-text.ts";
import type { Forwarded } from "./forward-event.ts";

/** A line for people: when, what, about which domain, and what came of handing it on. */
export function toLine(event: SavedEvent, forwarded: Forwarded | null): string {
  const facts = [event.createdAt.toISOString(), event.type, event.id, clean(readDomain(event))];
  return `${facts.join("  ")}${forwarded === null ? "" : `  ${describe(forwarded)}`}\n`;
}

/** A line for scripts: the event as it was sent. */
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
