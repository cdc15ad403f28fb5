import type { MetadataStore } from "@ruaflow/metadata-store";
import { UsageError } from "@ruaflow/runtime/errors";
import type { DemoClient } from "./clients.ts";

export interface AddedDomains {
  readonly idOf: ReadonlyMap<string, string>;
  /** When the portfolio was added first: its days end then. */
  readonly today: Date;
  /** Whether this run added it. */
  readonly isNew: boolean;
}

/**
 * Claims the clients' domains with their references and labels, and verifies those that the demo shows as verified.
 * @throws {UsageError} if another organization has them
 */
export async function addPortfolio(
  { domains }: MetadataStore,
  organizationId: string,
  clients: readonly DemoClient[],
): Promise<AddedDomains> {
  const claims = clients.flatMap(({ reference, domains: own }) =>
    own.map(({ name, labels }) => ({ name, labels, clientReference: reference })),
  );
  const created = await domains.createDomains(organizationId, claims);
  const all = clients.flatMap((client) => client.domains);
  const verified = all.filter(({ state }) => state === "verified" || state === "silent").map(({ name }) => name);
  const { taken } = await domains.saveVerifiedDomains(organizationId, verified);
  if (taken.length > 0)
    throw new UsageError(`The demo's domains belong to another organization: ${taken.slice(0, 3).join(", ")}, ...`);
  const names = all.map(({ name }) => name);
  const idOf = await domains.findDomainIds(organizationId, names);
  const failed = all.filter(({ state }) => state === "failed");
  await Promise.all(failed.map(({ name }) => domains.failVerification(organizationId, idOf.get(name) ?? "")));
  const first = await domains.readDomain(organizationId, idOf.get(names[0] ?? "") ?? "");
  return { idOf, today: first?.createdAt ?? new Date(), isNew: created.length > 0 };
}
