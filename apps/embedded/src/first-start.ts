import { type MetadataStore, scopes } from "@ruaflow/metadata-store";

/** The organization that the first start makes, with the only showing of its key. */
export interface FirstOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly key: string;
}

/** Makes an organization with every right and a key for it when there is none yet. */
export async function ensureFirstOrganization(metadata: MetadataStore): Promise<FirstOrganization | null> {
  const existing = await metadata.listOrganizations();
  if (existing.length > 0) return null;
  const { id, name } = await metadata.createOrganization({ name: "My organization", plan: "enterprise" });
  const { key } = await metadata.createApiKey(id, { name: "first key", scopes });
  return { organizationId: id, name, key };
}
