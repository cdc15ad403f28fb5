import type { MetadataStore } from "@ruaflow/metadata-store";
import { UsageError } from "@ruaflow/runtime/errors";

/**
 * The organization of a command: the one with the given id or name, or the only one.
 * @throws {UsageError} if the choice is ambiguous
 */
export async function chooseOrganization(metadata: MetadataStore, given: string | undefined) {
  const all = await metadata.tenants.listOrganizations();
  const list =
    all.map(({ id, name }) => `  ${id}  ${name}`).join("\n") ||
    "  (0 organizations; create one with: ruaflow orgs create NAME)";
  if (given !== undefined) {
    const matching = all.filter(({ id, name }) => id === given || name === given);
    const [found, another] = matching;
    if (found && !another) return found;
    throw new UsageError(
      `--org ${given}: ${another ? "several organizations have this name" : "unknown organization"}. Organizations:\n${list}`,
    );
  }
  const [only, another] = all;
  if (only && !another) return only;
  throw new UsageError(`Choose the organization with --org ID. Organizations:\n${list}`);
}

/** The id of the only organization; `null` if there are several, or none. */
export async function findOnlyOrganization({ tenants }: MetadataStore): Promise<string | null> {
  const [only, another] = await tenants.listOrganizations();
  return only && !another ? only.id : null;
}
