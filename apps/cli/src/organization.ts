import type { MetadataStore } from "@ruaflow/metadata-store";
import { UsageError } from "@ruaflow/runtime/errors";

/**
 * The organization a command works for: the one with the given id or name, or the only one there is.
 * @throws {UsageError} when it is not clear which one is meant
 */
export async function chooseOrganization(metadata: MetadataStore, given: string | undefined) {
  const all = await metadata.tenants.listOrganizations();
  const list = all.map(({ id, name }) => `  ${id}  ${name}`).join("\n") || "  (none: ruaflow orgs create NAME)";
  if (given !== undefined) {
    const matching = all.filter(({ id, name }) => id === given || name === given);
    const [found, another] = matching;
    if (found && !another) return found;
    throw new UsageError(
      `--org ${given}: ${another ? "several organizations have this name" : "unknown"}. There are:\n${list}`,
    );
  }
  const [only, another] = all;
  if (only && !another) return only;
  throw new UsageError(`Say for which organization with --org ID. There are:\n${list}`);
}
