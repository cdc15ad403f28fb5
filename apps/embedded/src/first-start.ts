import type { MetadataStore } from "@ruaflow/metadata-store";
import { scopes } from "@ruaflow/metadata-store/tenants";

/** The organization that the first start makes, with the only showing of its key. */
export interface FirstOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly key: string;
}

/** Makes an organization with every right and a key for it when there is none yet. */
export async function ensureFirstOrganization(metadata: MetadataStore): Promise<FirstOrganization | null> {
  const existing = await metadata.tenants.listOrganizations();
  if (existing.length > 0) return null;
  const { id, name } = await metadata.tenants.createOrganization({ name: "My organization", plan: "enterprise" });
  const { key } = await metadata.tenants.createApiKey(id, { name: "first key", scopes });
  return { organizationId: id, name, key };
}
