import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import { discardBodiesStep } from "./body-retention.ts";
import { deleteOrganization } from "./delete-organization.ts";
import {
  beginDeletion,
  deleteDomainData,
  finishDeletions,
  listDomainsToDelete,
  withDeletionLock,
} from "./domain-deletions.ts";
import { exportDomains, listDomains, listUnseenPolicies } from "./domain-list.ts";
import { findDomainOwners } from "./domain-owners.ts";
import { claimHeldSubmissions, countHeldReports, expireHeldReports, finishReleases } from "./domain-releases.ts";
import { discardOldBodies, listRetentions } from "./domain-retention.ts";
import { updateDomainSettings } from "./domain-settings.ts";
import { eraseBodies } from "./domain-submissions.ts";
import { failVerification, verifyDomain } from "./domain-verification.ts";
import {
  createDomain,
  createDomains,
  findDomainIds,
  listVerifiedParents,
  readClientReferences,
  readDomain,
  saveVerifiedDomains,
} from "./domains.ts";
import { listMarkers } from "./list-markers.ts";
import { readListedDomains } from "./listed-domains.ts";
import { findMailboxes } from "./mailboxes.ts";
import { readDomainNames, selectDomains } from "./select-domains.ts";
import { readUnclaimedReports } from "./unclaimed-reports.ts";
import { removeUnprovenReports } from "./unproven-retention.ts";

/** Domain names, their claims and owners, their settings, and their release, retention and deletion. */
export type DomainsStore = ReturnType<typeof createDomainsStore>;

export function createDomainsStore(database: Database) {
  const bind = bindTo(database);
  return {
    createDomain: bind(createDomain),
    createDomains: bind(createDomains),
    saveVerifiedDomains: bind(saveVerifiedDomains),
    listDomains: bind(listDomains),
    exportDomains: bind(exportDomains),
    readListedDomains: bind(readListedDomains),
    listMarkers: bind(listMarkers),
    listUnseenPolicies: bind(listUnseenPolicies),
    readDomain: bind(readDomain),
    listVerifiedParents: bind(listVerifiedParents),
    readClientReferences: bind(readClientReferences),
    findDomainIds: bind(findDomainIds),
    selectDomains: bind(selectDomains),
    readDomainNames: bind(readDomainNames),
    findDomainOwners: bind(findDomainOwners),
    findMailboxes: bind(findMailboxes),
    updateDomainSettings: bind(updateDomainSettings),
    verifyDomain: bind(verifyDomain),
    failVerification: bind(failVerification),

    claimHeldSubmissions: bind(claimHeldSubmissions),
    finishReleases: bind(finishReleases),
    expireHeldReports: bind(expireHeldReports),
    countHeldReports: bind(countHeldReports),
    readUnclaimedReports: bind(readUnclaimedReports),
    eraseBodies: bind(eraseBodies),

    beginDeletion: bind(beginDeletion),
    withDeletionLock: bind(withDeletionLock),
    listDomainsToDelete: bind(listDomainsToDelete),
    deleteDomainData: bind(deleteDomainData),
    finishDeletions: bind(finishDeletions),
    deleteOrganization: bind(deleteOrganization),
    removeUnprovenReports: bind(removeUnprovenReports),
    listRetentions: bind(listRetentions),
    discardOldBodies: bind(discardOldBodies),
    discardBodiesStep: bind(discardBodiesStep),
  };
}
