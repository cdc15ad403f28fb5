import type { TestOrganization } from "../../apps/api/src/testing/index.ts";

interface WithId {
  readonly data: { readonly id: string };
}

let unique = 0;

/**
 * How to make what each collection's ids name, where it hangs on the id before it in the path. A route about something else
 * fails the matrix until it stands here.
 */
const MAKERS: Readonly<Record<string, (owner: TestOrganization, parentId: string) => Promise<string>>> = {
  reports: async (owner) => owner.storeReport({ domain: await addDomain(owner) }),
  submissions: (owner) => owner.addSubmission(),
  domains: async (owner) => (await addDomain(owner)).id,
  webhooks: ensureWebhook,
  deliveries: sendTest,
  "api-keys": (owner) => post(owner, "api-keys", { name: "other", scopes: ["reports:read"] }),
};

/**
 * Makes what the parameters of a route name, for `owner`, and puts it in their place.
 * @param path `/api/v1/reports/:id`
 */
export async function fillPath(path: string, owner: TestOrganization): Promise<string> {
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith(":")) segments[index] = await makeId(segments[index - 1] ?? "", owner, segments[index - 2]);
  }
  return segments.join("/");
}

/** @param collection name of the list that the thing stands in: `domains` */
export function makeId(collection: string, owner: TestOrganization, parentId = ""): Promise<string> {
  const make = MAKERS[collection];
  if (!make) throw new Error(`foreign-ids.ts does not know how to make one of ${collection}`);
  return make(owner, parentId);
}

function addDomain(owner: TestOrganization) {
  return owner.addVerifiedDomain(`domain-${unique++}.example`);
}

async function post(owner: TestOrganization, collection: string, body: object): Promise<string> {
  const { body: created } = await owner.ask<WithId>({ method: "POST", url: `/api/v1/${collection}`, body });
  return created.data.id;
}

/** The owner's oldest webhook, for there may not be as many as there are routes. */
async function ensureWebhook(owner: TestOrganization): Promise<string> {
  const { body } = await owner.ask<{ readonly data: readonly { readonly id: string }[] }>({ url: "/api/v1/webhooks" });
  const settings = { url: "https://hooks.example.com/", events: ["report.received"] };
  return body.data[0]?.id ?? post(owner, "webhooks", settings);
}

/** A delivery of the webhook: that of a sample. */
async function sendTest(owner: TestOrganization, webhookId: string): Promise<string> {
  const url = `/api/v1/webhooks/${webhookId}/test`;
  const { body } = await owner.ask<{ readonly data: { readonly delivery_id: string } }>({ method: "POST", url });
  return body.data.delivery_id;
}
