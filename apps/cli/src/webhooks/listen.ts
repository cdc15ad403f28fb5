import { setTimeout as sleep } from "node:timers/promises";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { type Forwarded, forwardEvent } from "./forward-event.ts";

export interface ListenOptions {
  readonly organizationId: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** Where to hand events on; `null`: they are only shown. */
  readonly forwardTo: URL | null;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  /** Called for each event, in order; `null` when it was not handed on. */
  readonly onEvent: (event: SavedEvent, forwarded: Forwarded | null) => void;
  /** Called once everything that happens from now on will be seen. */
  readonly onReady: () => void;
}

/** A command that is killed is forgotten after this long. */
const LISTENER_FOR_MS = 60_000;
const RENEW_AFTER_MS = 20_000;
const POLL_EVERY_MS = 300;
const EVENTS_MAX = 100;

/**
 * Shows what happens to an organization from now on, and hands it on one event after the other, until it is stopped. While
 * it runs events are written even when no webhook wants them.
 */
export async function listen(metadata: MetadataStore, options: ListenOptions): Promise<void> {
  const { organizationId, events, signal, onReady } = options;
  const listener = metadata.delivery.createListener(organizationId, events);
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
      await handOn(feed.events, options);
      if (feed.events.length < EVENTS_MAX) await sleep(POLL_EVERY_MS, undefined, { signal }).catch(ignore);
    }
  } finally {
    await metadata.delivery.deleteListener(listener);
  }
}

async function handOn(events: readonly SavedEvent[], options: ListenOptions): Promise<void> {
  const { forwardTo, secret, signal, onEvent } = options;
  for (const event of events) {
    if (signal.aborted) return;
    onEvent(event, forwardTo === null ? null : await forwardEvent(event, { url: forwardTo, secret }));
  }
}

function ignore(): void {}
