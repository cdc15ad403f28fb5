import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { startParts } from "@ruaflow/runtime";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { type EventType, sampleEvent } from "@ruaflow/webhooks/event-types";
import { type Answer, type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { startDispatcher } from "./start-dispatcher.ts";

const DEADLINE_MS = 30_000;

/** A database, a dispatcher in a separate process, and organizations whose endpoints are on this machine. */
export interface DispatchingStack {
  readonly organizationIds: readonly string[];
  /** Creates endpoints, each a separate server, for the organizations in turn. */
  createEndpoints(total: number, kind: EndpointKind): Promise<readonly Receiver[]>;
  /** Saves `count` events of each organization. */
  createEvents(type: EventType, count: number, organizationIds: readonly string[]): Promise<void>;
  /**
   * Waits for `total` deliveries to endpoints that answer with `recordDelivery`; returns the delay of each, in
   * milliseconds.
   */
  waitForDeliveries(total: number): Promise<readonly number[]>;
  /** Answers at once and records the delay. */
  readonly recordDelivery: Answer;
  stop(): Promise<void>;
}

export interface EndpointKind {
  readonly organizationIds: readonly string[];
  readonly answer: Answer;
  readonly type: EventType;
}

const certificates = createTestCertificates();

export function startStack(organizations: number): Promise<DispatchingStack> {
  return startParts(async (started) => {
    const running = await startMetadataStore();
    started.defer(() => running.stop());
    const secretsKey = randomBytes(32).toString("base64");
    const metadata = await createMetadataStore({ url: running.url, secretsKey });
    started.defer(() => metadata.close());
    const createOwner = async () => (await metadata.tenants.createOrganization({ name: "Example", plan: "plus" })).id;
    const organizationIds = await Promise.all(Array.from({ length: organizations }, createOwner));
    const savedAt = new Map<string, number>();
    let lateness: number[] = [];

    async function createEndpoint(organizationId: string, { answer, type }: EndpointKind): Promise<Receiver> {
      const receiver = await startReceiver({ certificates, keepRequests: false, answer });
      started.defer(() => receiver.stop());
      const settings = { url: `${receiver.url}/hook`, events: [type], secret: null, active: true };
      if ((await metadata.delivery.createWebhook(organizationId, settings)) === null)
        throw new Error("too many webhooks");
      return receiver;
    }

    const dispatcher = await startDispatcher({
      databaseUrl: running.url,
      secretsKey,
      ca: certificates.ca,
      deadlineMs: DEADLINE_MS,
      scheduleFactor: 1,
    });
    started.defer(() => dispatcher.kill());
    return {
      organizationIds,
      createEndpoints: (total, kind) => {
        const owner = (index: number) => kind.organizationIds[index % kind.organizationIds.length] ?? "";
        return Promise.all(Array.from({ length: total }, (_, index) => createEndpoint(owner(index), kind)));
      },
      async createEvents(type, count, ids) {
        for (const organizationId of ids) {
          const events = Array.from({ length: count }, () => sampleEvent(type, { organizationId, now: new Date() }));
          for (const { id } of events) savedAt.set(id, performance.now());
          await metadata.delivery.saveEvents(events);
        }
      },
      async waitForDeliveries(total) {
        for (const until = performance.now() + 300_000; lateness.length < total; await sleep(5)) {
          if (performance.now() > until) throw new Error(`${lateness.length} of ${total} deliveries have arrived`);
        }
        const arrived = lateness;
        lateness = [];
        return arrived;
      },
      recordDelivery(response, { headers }) {
        lateness.push(performance.now() - (savedAt.get(String(headers["webhook-id"])) ?? 0));
        response.writeHead(204).end();
      },
    };
  });
}
