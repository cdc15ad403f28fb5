import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import type { SecretBox } from "../tenants/secret-box.ts";
import { countOpenDeliveries, listDeliveries, readDelivery } from "./deliveries.ts";
import { readBacklogs } from "./delivery-backlog.ts";
import { type ClaimOptions, claimDeliveries, releaseClaims } from "./delivery-claims.ts";
import { countDeliveries } from "./delivery-counts.ts";
import { updateHolds } from "./delivery-holds.ts";
import { recoverDeliveries } from "./delivery-recovery.ts";
import { redeliver, saveTestDelivery } from "./delivery-repeats.ts";
import { saveDeliveryResult } from "./delivery-results.ts";
import { saveDeliverySuccesses } from "./delivery-successes.ts";
import { createListener, deleteListener, readFeed, renewListener, startFeed } from "./event-listeners.ts";
import { purgeEvents, saveEvents } from "./events.ts";
import { relayEvents } from "./relay-events.ts";
import { readWantedEvents } from "./wanted-events.ts";
import { createWebhooks, deleteWebhook, listWebhooks, readWebhook } from "./webhooks.ts";

/** Webhooks, the event outbox, and the deliveries of each event. */
export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(database: Database, box: SecretBox) {
  const bind = bindTo(database);
  return {
    listWebhooks: bind(listWebhooks),
    readWebhook: bind(readWebhook),
    deleteWebhook: bind(deleteWebhook),
    ...createWebhooks(database, box),

    saveEvents: bind(saveEvents),
    relayEvents: bind(relayEvents),
    purgeEvents: bind(purgeEvents),
    readWantedEvents: bind(readWantedEvents),
    createListener,
    renewListener: bind(renewListener),
    deleteListener: bind(deleteListener),
    startFeed: bind(startFeed),
    readFeed: bind(readFeed),

    listDeliveries: bind(listDeliveries),
    countDeliveries: bind(countDeliveries),
    readDelivery: bind(readDelivery),
    countOpenDeliveries: bind(countOpenDeliveries),
    readBacklogs: bind(readBacklogs),
    claimDeliveries: (options: ClaimOptions) => claimDeliveries(database, box, options),
    releaseClaims: bind(releaseClaims),
    saveDeliveryResult: bind(saveDeliveryResult),
    saveDeliverySuccesses: bind(saveDeliverySuccesses),
    updateHolds: bind(updateHolds),
    redeliver: bind(redeliver),
    recoverDeliveries: bind(recoverDeliveries),
    saveTestDelivery: bind(saveTestDelivery),
  };
}
