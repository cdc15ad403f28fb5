import type { MetadataStore } from "@ruaflow/metadata-store";
import { chooseOrganization } from "../organization.ts";

/** The chosen or only organization; on empty stores a first one, as the service's first start creates. */
export async function findOrganization(metadata: MetadataStore, org: string | undefined): Promise<string> {
  const all = await metadata.tenants.listOrganizations();
  if (all.length > 0) return (await chooseOrganization(metadata, org)).id;
  return (await metadata.tenants.createOrganization({ name: "My organization", plan: "enterprise" })).id;
}
