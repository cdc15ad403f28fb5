import { randomBytes } from "node:crypto";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { createDeliveries } from "../delivery/deliveries.ts";
import type { ClaimedDelivery, ClaimOptions } from "../delivery/delivery-claims.ts";
import type { AttemptFacts, DeliveryStep, DisableRule } from "../delivery/delivery-results.ts";
import type { DeliveryStore } from "../delivery/delivery-store.ts";
import type { Relayed, RelayOptions } from "../delivery/relay-events.ts";
import { createMetadataStore, type MetadataStore } from "../metadata-store.ts";
import { startMetadataStore } from "./index.ts";

/** The start time of delivery tests. */
export const start = new Date("2026-03-01T00:00:00Z");

export function later(ms: number): Date {
  return new Date(start.getTime() + ms);
}

/** The secret of every webhook that the fixture creates. */
export const fixtureSecret = "a-secret-of-26-characters!";

/** A store with helpers for events and deliveries that have defaults for everything a test is not about. */
export interface DeliveryFixture {
  readonly store: MetadataStore;
  readonly database: Database;
  createOrganization(): Promise<string>;
  createWebhook(organizationId: string, events?: readonly string[]): Promise<string>;
  /** Saves events and queues them at `start`. Returns their ids. */
  queueEvents(organizationId: string, total?: number, type?: string): Promise<string[]>;
  /** Relays the outbox at `start`, without publishing. */
  relay(options?: Partial<RelayOptions>): Promise<Relayed>;
  claim(options?: Partial<ClaimOptions>): Promise<ClaimedDelivery[]>;
  /** Saves the result of an attempt, under the rule of the default settings unless another rule is given. */
  finish(
    claim: ClaimedDelivery,
    step: DeliveryStep,
    options?: { readonly now?: Date; readonly disableAfter?: DisableRule },
  ): ReturnType<DeliveryStore["saveDeliveryResult"]>;
  stop(): Promise<void>;
}

/** The rule of the default settings. */
export const disableAfter: DisableRule = { failures: 10, hours: 24 };

export const attempt: AttemptFacts = {
  startedAt: start,
  latencyMs: 12,
  status: 500,
  error: null,
  detail: "",
  answer: Buffer.from("oops"),
};

export async function startDeliveryFixture(): Promise<DeliveryFixture> {
  const running = await startMetadataStore();
  const store = await createMetadataStore({ url: running.url, secretsKey: randomBytes(32).toString("base64") });
  const database = openDatabase(running.url, 4);
  let counter = 0;
  return {
    store,
    database,
    createOrganization: async () => (await store.tenants.createOrganization({ name: "Example", plan: "plus" })).id,
    async createWebhook(organizationId, events = ["report.received"]) {
      const settings = { url: "https://example.com/hook", events, secret: fixtureSecret, active: true };
      const webhook = await store.delivery.createWebhook(organizationId, settings);
      if (webhook === null) throw new Error("there are too many webhooks");
      return webhook.id;
    },
    async queueEvents(organizationId, total = 1, type = "report.received") {
      const events = Array.from({ length: total }, () => {
        const id = `evt_${String(counter++).padStart(8, "0")}`;
        return { id, type, organizationId, domainId: "dom_1", createdAt: start, body: Buffer.from(`{"id":"${id}"}`) };
      });
      await store.delivery.saveEvents(events);
      const ids = events.map(({ id }) => id);
      await createDeliveries(database, ids, { now: start });
      return ids;
    },
    relay: (options = {}) =>
      store.delivery.relayEvents({ eventsMax: 100, now: start, append: async () => undefined, ...options }),
    claim: (options = {}) =>
      store.delivery.claimDeliveries({
        now: start,
        leaseMs: 60_000,
        firstAttemptsMax: 100,
        retriesMax: 100,
        ...options,
      }),
    finish: (claim, step, options) =>
      store.delivery.saveDeliveryResult(claim, { attempt, step, now: start, disableAfter, ...options }),
    async stop() {
      await database.close();
      await store.close();
      await running.stop();
    },
  };
}

/** The only item of a list. Throws when the list does not have exactly one. */
export function only<Item>(items: readonly Item[]): Item {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) throw new Error(`expected one, got ${items.length}`);
  return item;
}
