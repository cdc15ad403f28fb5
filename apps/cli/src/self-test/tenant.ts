import { randomBytes } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { waitFor } from "./hops.ts";

/** Organizations of the self-test have this name: a run also removes what a killed one left. */
const NAME = "Ruaflow self-test";
/** Deletions start at once when the API was asked for them, otherwise within 10 seconds. */
const DELETION_TIMEOUT_MS = 60_000;
/** A reserved name (RFC 2606): the dispatcher makes its attempt, and nothing receives it. */
const WEBHOOK_URL = "https://self-test.invalid/";

/** An organization of its own for one run: what it receives counts for no other. */
export interface Tenant {
  readonly organizationId: string;
  readonly domainId: string;
  readonly domain: string;
  readonly mailboxToken: string;
  readonly webhookId: string;
  readonly key: string;
}

export async function createTenant(
  { tenants, domains, delivery }: MetadataStore,
  webhookUrl: string | undefined,
): Promise<Tenant> {
  const { id: organizationId } = await tenants.createOrganization({ name: NAME, plan: "enterprise" });
  const domain = `${randomBytes(8).toString("hex")}.self-test.invalid`;
  const [verified] = (await domains.saveVerifiedDomains(organizationId, [domain])).verified;
  const saved = verified && (await domains.readDomain(organizationId, verified.domainId));
  const webhook = await delivery.createWebhook(organizationId, {
    url: webhookUrl ?? WEBHOOK_URL,
    events: ["report.received"],
    active: true,
    secret: null,
    // Nothing proves the sender of the self-test.
    includeUnauthenticated: true,
  });
  const { key } = await tenants.createApiKey(organizationId, {
    name: NAME,
    scopes: ["reports:read", "ingest:write", "domains:write"],
  });
  if (!saved || webhook === null) throw new Error("The organization of the self-test could not be created.");
  return { organizationId, domainId: saved.id, domain, mailboxToken: saved.mailboxToken, webhookId: webhook.id, key };
}

/** Removes every organization of a self-test with its domains and their reports, and waits until they are gone. */
export async function removeTenants({ tenants, domains }: MetadataStore): Promise<void> {
  const left = (await tenants.listOrganizations()).filter(({ name }) => name === NAME);
  for (const { id } of left) {
    const { items } = await domains.listDomains(id, { page: 1, perPage: 100 });
    for (const domain of items) await domains.beginDeletion(id, domain.id);
    await waitFor("The deletion of the self-test's report", DELETION_TIMEOUT_MS, async () =>
      (await domains.deleteOrganization(id)) === "has-domains" ? null : true,
    );
  }
}
