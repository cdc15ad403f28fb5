import type { TestOrganization } from "../../apps/api/src/testing/index.ts";

interface WithId {
  readonly data: { readonly id: string };
}

let unique = 0;

/**
 * Creates an item of each collection; `parentId` is the id before it in the path. A route with another collection fails
 * the matrix until it is added here.
 */
const MAKERS: Readonly<Record<string, (owner: TestOrganization, parentId: string) => Promise<string>>> = {
  reports: async (owner) =>
    owner.storeReport({ domain: await addDomain(owner), submissionId: await owner.addSubmission() }),
  submissions: (owner) => owner.addSubmission(),
  domains: async (owner) => (await addDomain(owner)).id,
  webhooks: ensureWebhook,
  deliveries: sendTest,
  overrides: (owner) =>
    post(owner, "senders/overrides", { kind: "domain", value: `own-${unique++}.example`, ours: true }),
  "api-keys": (owner) => post(owner, "api-keys", { name: "other", scopes: ["reports:read"] }),
  "saved-views": async (owner) => post(owner, "saved-views", { name: "other", address: "/failures" }),
  "share-links": async (owner) => post(owner, "share-links", { name: "other", domain_id: (await addDomain(owner)).id }),
};

/**
 * Creates the items that a route's parameters name, for `owner`, and fills in their ids.
 * @param path `/api/v1/reports/:id`
 */
export async function fillPath(path: string, owner: TestOrganization): Promise<string> {
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith(":")) segments[index] = await makeId(segments[index - 1] ?? "", owner, segments[index - 2]);
  }
  return segments.join("/");
}

/** @param collection name of the item's list: `domains` */
export function makeId(collection: string, owner: TestOrganization, parentId = ""): Promise<string> {
  const make = MAKERS[collection];
  if (!make) throw new Error(`foreign-ids.ts cannot create an item of ${collection}`);
  return make(owner, parentId);
}

function addDomain(owner: TestOrganization) {
  return owner.addVerifiedDomain(`domain-${unique++}.example`);
}

async function post(owner: TestOrganization, collection: string, body: object): Promise<string> {
  const { body: created } = await owner.ask<WithId>({ method: "POST", url: `/api/v1/${collection}`, body });
  return created.data.id;
}

/** The owner's oldest webhook: an organization cannot have one for each route. */
async function ensureWebhook(owner: TestOrganization): Promise<string> {
  const { body } = await owner.ask<{ readonly data: readonly { readonly id: string }[] }>({ url: "/api/v1/webhooks" });
  const settings = { url: "https://hooks.example.com/", events: ["report.received"] };
  return body.data[0]?.id ?? post(owner, "webhooks", settings);
}

/** A delivery of the webhook, of a sample event. */
async function sendTest(owner: TestOrganization, webhookId: string): Promise<string> {
  const url = `/api/v1/webhooks/${webhookId}/test`;
  const { body } = await owner.ask<{ readonly data: { readonly delivery_id: string } }>({ method: "POST", url });
  return body.data.delivery_id;
}
