import { parentDomains } from "@ruaflow/dmarc";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { DomainClaims, VouchedDomain } from "@ruaflow/metadata-store/domains";
import type { Foreseen, ForeseenReport } from "@ruaflow/metadata-store/ledger";
import { type Batcher, createBatcher } from "@ruaflow/runtime/work";
import { createDomainVerified } from "@ruaflow/webhooks/events";
import type { Route } from "./submission-result.ts";

export type Owner =
  | { readonly kind: "verified" | "pending"; readonly organizationId: string; readonly domainId: string }
  /** `isDeleted`: the organization has deleted its claim, in the last eight days. */
  | { readonly kind: "none"; readonly isDeleted: boolean };

interface ReporterKey {
  readonly organizationId: string;
  readonly reporterDomain: string;
}

/** Queries to PostgreSQL, batched over many submissions. */
export interface Lookups {
  /** The claim on `domain` or its nearest parent that `route` allows. */
  findOwner(domain: string, route: Route): Promise<Owner>;
  /** Who sees what came on this route and belongs to no domain; `null`: the operator alone. */
  findViewer(route: Route): Promise<string | null>;
  /** What the ledger makes of a report, as far as that is certain. */
  foreseeClaim(report: ForeseenReport): Promise<Foreseen>;
  /** Whether an organization leaves out proven reports of this domain, for they are too new to it. */
  isLeftOut(key: ReporterKey): Promise<boolean>;
}

const GROUP = { itemsMax: 500, bytesMax: Number.POSITIVE_INFINITY, flushAfterMs: 1, sizeOf: () => 1 };

export function createLookups(metadata: MetadataStore): Lookups {
  const owners: Batcher<string, DomainClaims> = createBatcher({
    ...GROUP,
    async flush(domains) {
      const found = await metadata.domains.findDomainOwners([
        ...new Set(domains.flatMap((domain) => parentDomains(domain))),
      ]);
      return domains.map(() => found);
    },
  });
  const additions: Batcher<{ organizationId: string; domain: string }, string | undefined> = createBatcher({
    ...GROUP,
    async flush(items) {
      const ids = new Map<string, ReadonlyMap<string, string>>();
      for (const [organizationId, group] of Map.groupBy(items, (item) => item.organizationId)) {
        const names = [...new Set(group.map(({ domain }) => domain))];
        const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, names, {
          toEvent: toVouchedEvent,
        });
        ids.set(organizationId, new Map(verified.map(({ name, domainId }) => [name, domainId])));
      }
      return items.map(({ organizationId, domain }) => ids.get(organizationId)?.get(domain));
    },
  });
  const claims: Batcher<ForeseenReport, Foreseen> = createBatcher({
    ...GROUP,
    flush: (reports) => metadata.reports.foreseeClaims(reports),
  });
  const leftOut: Batcher<ReporterKey, boolean> = createBatcher({
    ...GROUP,
    flush: (keys) => metadata.reports.findLeftOut(keys),
  });
  return {
    async findOwner(domain, route) {
      const owner = chooseOwner(await owners.add(domain), domain, route);
      if (owner.kind !== "none" || !route.addDomains || route.organizationId === null) return owner;
      const { organizationId } = route;
      const domainId = await additions.add({ organizationId, domain });
      if (domainId !== undefined) return { kind: "verified", organizationId, domainId };
      return chooseOwner(await owners.add(domain), domain, route);
    },
    async findViewer({ organizationId, isFetched = false }) {
      return organizationId ?? (isFetched ? metadata.tenants.findOnlyOrganization() : null);
    },
    foreseeClaim: (report) => claims.add(report),
    isLeftOut: (key) => leftOut.add(key),
  };
}

function toVouchedEvent(domain: VouchedDomain) {
  return createDomainVerified({ ...domain, method: "operator" });
}

/** A verified claim takes precedence over a pending one, and a longer name over its parent. */
function chooseOwner(owners: DomainClaims, domain: string, { organizationId }: Route): Owner {
  const names = parentDomains(domain);
  for (const kind of ["verified", "pending"] as const) {
    for (const name of names) {
      const claims = owners[kind].filter((claim) => claim.name === name);
      const own = claims.filter((claim) => organizationId === null || claim.organizationId === organizationId);
      const claim = own.length === 1 ? own[0] : undefined;
      if (claim) return { kind, organizationId: claim.organizationId, domainId: claim.domainId };
    }
  }
  const isOwn = (claim: DomainClaims["deleted"][number]) => claim.organizationId === organizationId;
  return { kind: "none", isDeleted: owners.deleted.some((claim) => names.includes(claim.name) && isOwn(claim)) };
}
