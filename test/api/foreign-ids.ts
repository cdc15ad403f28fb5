import type { TestOrganization } from "../../apps/api/src/testing/index.ts";

interface WithId {
  readonly data: { readonly id: string };
}

let unique = 0;

/** How to make what each collection's ids name. A route about something else fails the matrix until it stands here. */
const MAKERS: Readonly<Record<string, (owner: TestOrganization) => Promise<string>>> = {
  reports: async (owner) => owner.storeReport({ domain: await addDomain(owner) }),
  domains: async (owner) => (await addDomain(owner)).id,
  webhooks: (owner) => post(owner, "webhooks", { url: "https://hooks.example.com/", events: ["report.received"] }),
  "api-keys": (owner) => post(owner, "api-keys", { name: "other", scopes: ["reports:read"] }),
};

/**
 * Makes what the parameters of a route name, for `owner`, and puts it in their place.
 * @param path `/api/v1/reports/:id`
 */
export async function fillPath(path: string, owner: TestOrganization): Promise<string> {
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith(":")) segments[index] = await makeId(segments[index - 1] ?? "", owner);
  }
  return segments.join("/");
}

/** @param collection name of the list that the thing stands in: `domains` */
export function makeId(collection: string, owner: TestOrganization): Promise<string> {
  const make = MAKERS[collection];
  if (!make) throw new Error(`foreign-ids.ts does not know how to make one of ${collection}`);
  return make(owner);
}

function addDomain(owner: TestOrganization) {
  return owner.addVerifiedDomain(`domain-${unique++}.example`);
}

async function post(owner: TestOrganization, collection: string, body: object): Promise<string> {
  const { body: created } = await owner.ask<WithId>({ method: "POST", url: `/api/v1/${collection}`, body });
  return created.data.id;
}
