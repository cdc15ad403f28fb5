import type { AttentionCopy, DomainCopy } from "../rows/index.ts";

const AT = new Date("2026-01-01T00:00:00Z");

/** A verified domain as SQL readers see it, with these changes; its name is made of its id. */
export function aDomain({ id = "dom_1", ...changes }: Partial<DomainCopy> = {}): DomainCopy {
  return {
    id,
    organizationId: "org_1",
    version: "1",
    name: `${id}.example`,
    status: "verified",
    clientReference: null,
    labels: [],
    dmarcPolicy: "none",
    createdAt: AT,
    verifiedAt: AT,
    ...changes,
  };
}

/** A domain that has been silent, as SQL readers see it, with these changes. */
export function anAttention({ domainId = "dom_1", ...changes }: Partial<AttentionCopy> = {}): AttentionCopy {
  return {
    id: `att_${domainId}`,
    organizationId: "org_1",
    version: "1",
    domainId,
    reason: "silence",
    summary: "silent for 5 days",
    value: 5,
    threshold: 3,
    weight: 1,
    openedAt: AT,
    closedAt: null,
    acknowledgedAt: null,
    note: null,
    ...changes,
  };
}
