import type { MetadataStore } from "@ruaflow/metadata-store";
import { scopes } from "@ruaflow/metadata-store/tenants";

/** The organization created by the first start, with its key, which is available only here. */
export interface FirstOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly key: string;
}

/** When no organization exists, creates one with all rights and a key for it. */
export async function ensureFirstOrganization(metadata: MetadataStore): Promise<FirstOrganization | null> {
  const existing = await metadata.tenants.listOrganizations();
  if (existing.length > 0) return null;
  const { id, name } = await metadata.tenants.createOrganization({ name: "My organization", plan: "enterprise" });
  const { key } = await metadata.tenants.createApiKey(id, { name: "first key", scopes });
  return { organizationId: id, name, key };
}

/** Of a link that signs in with a key of the only organization; `null` when there are several, or none has such a key. */
export async function createSignInToken({ tenants }: MetadataStore): Promise<string | null> {
  const [only, another] = await tenants.listOrganizations();
  if (only === undefined || another !== undefined) return null;
  return (await tenants.createSignInLink(only.id))?.token ?? null;
}
