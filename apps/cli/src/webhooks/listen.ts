import { setTimeout as sleep } from "node:timers/promises";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { type Forwarded, forwardEvent } from "./forward-event.ts";

export interface ListenOptions {
  readonly organizationId: string;
  readonly events: readonly string[];
  /** Whether it also shows `report.received` of reports whose sender is not proven. */
  readonly includeUnauthenticated: boolean;
  readonly secret: string;
  /** URL to forward events to; `null`: events are only shown. */
  readonly forwardTo: URL | null;
  /** Stops listening. */
  readonly signal: AbortSignal;
  /** Called for each event, in order; `null` if it was not forwarded. */
  readonly onEvent: (event: SavedEvent, forwarded: Forwarded | null) => void;
  /** Called once every later event will be seen. */
  readonly onReady: () => void;
}

/** A killed command no longer counts as a listener after this long. */
const LISTENER_FOR_MS = 60_000;
const RENEW_AFTER_MS = 20_000;
const POLL_EVERY_MS = 300;
const EVENTS_MAX = 100;

/**
 * Shows an organization's events from now on and forwards them one by one, until stopped. While it runs, events are
 * written even if no webhook subscribes to them.
 */
export async function listen(metadata: MetadataStore, options: ListenOptions): Promise<void> {
  const { organizationId, events, includeUnauthenticated, signal, onReady } = options;
  const listener = metadata.delivery.createListener(organizationId, events, includeUnauthenticated);
  try {
    await metadata.delivery.renewListener(listener, LISTENER_FOR_MS);
    let renewedAt = performance.now();
    let position = await metadata.delivery.startFeed(listener);
    onReady();
    while (!signal.aborted) {
      if (performance.now() - renewedAt > RENEW_AFTER_MS) {
        await metadata.delivery.renewListener(listener, LISTENER_FOR_MS);
        renewedAt = performance.now();
      }
      const feed = await metadata.delivery.readFeed(listener, { position, eventsMax: EVENTS_MAX });
      position = feed.position;
      await forwardAll(feed.events, options);
      if (feed.events.length < EVENTS_MAX) await sleep(POLL_EVERY_MS, undefined, { signal }).catch(ignore);
    }
  } finally {
    await metadata.delivery.deleteListener(listener);
  }
}

async function forwardAll(events: readonly SavedEvent[], options: ListenOptions): Promise<void> {
  const { forwardTo, secret, signal, onEvent } = options;
  for (const event of events) {
    if (signal.aborted) return;
    onEvent(event, forwardTo === null ? null : await forwardEvent(event, { url: forwardTo, secret }));
  }
}

function ignore(): void {}
