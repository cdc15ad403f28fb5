import { listAlertDomains } from "./alert-domains.ts";
import { listAlerts, purgeAlerts, saveAlertChanges } from "./alerts.ts";
import { createApiKey, createApiKeyWithin, listApiKeys, type RevokeResult, revokeApiKey } from "./api-keys.ts";
import { countArrivals, listArrivals, readArrivals, readSubmissionStatus, saveArrivals } from "./arrivals.ts";
import { createKeyAuthenticator } from "./authenticate-key.ts";
import { type Database, openDatabase } from "./database.ts";
import { countOpenDeliveries, createDeliveries, listDeliveries, readDelivery } from "./deliveries.ts";
import { type ClaimOptions, claimDeliveries, giveBackDeliveries } from "./delivery-claims.ts";
import { settleHolds } from "./delivery-holds.ts";
import { recoverDeliveries } from "./delivery-recovery.ts";
import { redeliver, saveTestDelivery } from "./delivery-repeats.ts";
import { saveDeliveryResult } from "./delivery-results.ts";
import { saveDeliverySuccesses } from "./delivery-successes.ts";
import { listDnsHistory } from "./dns-history.ts";
import { listDomainsToLookAt, saveDnsLook } from "./dns-looks.ts";
import {
  beginDeletion,
  deleteDomainData,
  finishDeletions,
  listDomainsToDelete,
  withDeletionLock,
} from "./domain-deletions.ts";
import { findDomainOwners } from "./domain-owners.ts";
import { claimHeldSubmissions, expireHeldReports, finishReleases } from "./domain-releases.ts";
import { discardOldBodies, listRetentions } from "./domain-retention.ts";
import { updateDomainSettings } from "./domain-settings.ts";
import { eraseBodies } from "./domain-submissions.ts";
import { failVerification, verifyDomain } from "./domain-verification.ts";
import {
  createDomain,
  createDomains,
  findDomainIds,
  listDomains,
  readDomains,
  saveDmarcPolicy,
  saveVerifiedDomains,
} from "./domains.ts";
import { createListener, deleteListener, keepListener, readFeed, startFeed } from "./event-listeners.ts";
import { purgeEvents, relayEvents, saveEvents } from "./events.ts";
import { exportReports } from "./export-reports.ts";
import { fillStoredReports } from "./fill-stored-reports.ts";
import { gatherById } from "./gather-by-id.ts";
import { createIdempotency } from "./idempotency.ts";
import { claimReports, createAttempt } from "./ledger-claims.ts";
import { completeReports } from "./ledger-completions.ts";
import { findKnownReports, readLedgerEntries } from "./ledger-rows.ts";
import { listLedgerDomains, listLedgerSums } from "./ledger-sums.ts";
import { MigrationError, readMigrationStatus } from "./migrations/run.ts";
import { createOrganization, listOrganizations, readOrganization } from "./organizations.ts";
import { fillReportDays, readDomainTotals, readReportDays, readReportSpan, removeDays } from "./report-days.ts";
import { readReportFeed } from "./report-feed.ts";
import { listReports } from "./report-list.ts";
import { removeOldReports } from "./stored-reports.ts";
import { archiveSubmission, archiveSubmissions, discardSubmissionBodies, readSubmissionBody } from "./submissions.ts";
import { readWantedEvents } from "./wanted-events.ts";
import { readLastRound, saveRound, withWatchLock } from "./watch-rounds.ts";
import { assertSecretsKey, createSecretBox } from "./webhook-secrets.ts";
import { createWebhooks, deleteWebhook, listWebhooks, readWebhook } from "./webhooks.ts";

export interface MetadataStoreOptions {
  /** Connection string of a database whose schema `migrate` has brought up to date. */
  readonly url: string;
  /** Connections of this process; 10 when absent. */
  readonly connectionsMax?: number;
  /** 32 bytes in base64. Without it, the verbs that seal or open secrets throw: webhooks' and idempotent answers. */
  readonly secretsKey?: string;
}

/** Organizations, API keys, domains, submissions and the report ledger, behind one pool of connections. */
export type MetadataStore = Awaited<ReturnType<typeof createMetadataStore>>;

const CONNECTIONS_MAX_DEFAULT = 10;

/**
 * Opens the store. Every function of it throws `StoreUnavailableError` when the database cannot be reached or its answer
 * was lost: wait and try again, every write may be repeated.
 *
 * @throws MigrationError when the schema is older or newer than this program
 * @throws UsageError when the secrets key is none, or not that of this database
 * @throws StoreUnavailableError
 */
export async function createMetadataStore(options: MetadataStoreOptions) {
  const { pending } = await readMigrationStatus(options.url);
  if (pending.length > 0) throw new MigrationError("SCHEMA_OUTDATED", `The database lacks ${pending.join(", ")}.`);

  const box = createSecretBox(options.secretsKey);
  const database = openDatabase(options.url, options.connectionsMax ?? CONNECTIONS_MAX_DEFAULT);
  if (options.secretsKey !== undefined) await assertSecretsKey(database, box).catch(closeAndThrow(database));
  const authenticator = createKeyAuthenticator(database);
  const bind = bindTo(database);
  return {
    createOrganization: bind(createOrganization),
    listOrganizations: bind(listOrganizations),
    readOrganization: bind(readOrganization),

    createApiKey: bind(createApiKey),
    listApiKeys: bind(listApiKeys),
    createApiKeyWithin: bind(createApiKeyWithin),
    authenticateKey: authenticator.authenticate,
    /** Known here at once, in other processes within 3 s. */
    async revokeApiKey(organizationId: string, keyId: string): Promise<RevokeResult> {
      const result = await revokeApiKey(database, organizationId, keyId);
      authenticator.forget(keyId);
      return result;
    },

    listWebhooks: bind(listWebhooks),
    readWebhook: bind(readWebhook),
    deleteWebhook: bind(deleteWebhook),
    ...createWebhooks(database, box),

    saveEvents: bind(saveEvents),
    relayEvents: bind(relayEvents),
    purgeEvents: bind(purgeEvents),
    readWantedEvents: bind(readWantedEvents),
    createListener,
    keepListener: bind(keepListener),
    deleteListener: bind(deleteListener),
    startFeed: bind(startFeed),
    readFeed: bind(readFeed),

    createDeliveries: bind(createDeliveries),
    listDeliveries: bind(listDeliveries),
    readDelivery: bind(readDelivery),
    countOpenDeliveries: bind(countOpenDeliveries),
    claimDeliveries: (options: ClaimOptions) => claimDeliveries(database, box, options),
    giveBackDeliveries: bind(giveBackDeliveries),
    saveDeliveryResult: bind(saveDeliveryResult),
    saveDeliverySuccesses: bind(saveDeliverySuccesses),
    settleHolds: bind(settleHolds),
    redeliver: bind(redeliver),
    recoverDeliveries: bind(recoverDeliveries),
    saveTestDelivery: bind(saveTestDelivery),

    ...createIdempotency(database, box),

    createDomain: bind(createDomain),
    createDomains: bind(createDomains),
    saveVerifiedDomains: bind(saveVerifiedDomains),
    listDomains: bind(listDomains),
    /** `null` for an unknown id and for another organization's. */
    readDomain: gatherById((organizationId, ids) => readDomains(database, organizationId, ids)),
    findDomainIds: bind(findDomainIds),
    findDomainOwners: bind(findDomainOwners),
    updateDomainSettings: bind(updateDomainSettings),
    saveDmarcPolicy: bind(saveDmarcPolicy),
    verifyDomain: bind(verifyDomain),
    failVerification: bind(failVerification),

    withWatchLock: bind(withWatchLock),
    readLastRound: bind(readLastRound),
    saveRound: bind(saveRound),
    listDomainsToLookAt: bind(listDomainsToLookAt),
    saveDnsLook: bind(saveDnsLook),
    listDnsHistory: bind(listDnsHistory),
    listAlertDomains: bind(listAlertDomains),
    saveAlertChanges: bind(saveAlertChanges),
    listAlerts: bind(listAlerts),
    purgeAlerts: bind(purgeAlerts),

    claimHeldSubmissions: bind(claimHeldSubmissions),
    finishReleases: bind(finishReleases),
    expireHeldReports: bind(expireHeldReports),
    eraseBodies: bind(eraseBodies),

    beginDeletion: bind(beginDeletion),
    withDeletionLock: bind(withDeletionLock),
    listDomainsToDelete: bind(listDomainsToDelete),
    deleteDomainData: bind(deleteDomainData),
    finishDeletions: bind(finishDeletions),
    listRetentions: bind(listRetentions),
    discardOldBodies: bind(discardOldBodies),

    archiveSubmissions: bind(archiveSubmissions),
    archiveSubmission: bind(archiveSubmission),
    readSubmissionBody: bind(readSubmissionBody),
    discardSubmissionBodies: bind(discardSubmissionBodies),

    saveArrivals: bind(saveArrivals),
    countArrivals: bind(countArrivals),
    readArrivals: bind(readArrivals),
    listArrivals: bind(listArrivals),
    readSubmissionStatus: bind(readSubmissionStatus),

    createAttempt: bind(createAttempt),
    claimReports: bind(claimReports),
    completeReports: bind(completeReports),
    readReportDays: bind(readReportDays),
    readReportSpan: bind(readReportSpan),
    readDomainTotals: bind(readDomainTotals),
    fillReportDays: bind(fillReportDays),
    removeDays: bind(removeDays),
    listReports: bind(listReports),
    readReportFeed: bind(readReportFeed),
    exportReports: bind(exportReports),
    fillStoredReports: bind(fillStoredReports),
    removeOldReports: bind(removeOldReports),
    findKnownReports: bind(findKnownReports),
    listLedgerDomains: bind(listLedgerDomains),
    listLedgerSums: bind(listLedgerSums),
    /** `null` for an unknown report, another organization's, and one that is not completely stored. */
    readLedger: gatherById((organizationId, ids) => readLedgerEntries(database, organizationId, ids)),

    /** Resolves when the database answers. */
    async ping(): Promise<void> {
      await database.query("SELECT 1");
    },
    /** Waits for running statements and closes the connections. */
    close: () => database.close(),
  };
}

function closeAndThrow(database: Database) {
  return async (error: unknown): Promise<never> => {
    await database.close();
    throw error;
  };
}

function bindTo(database: Database) {
  return <Args extends unknown[], Result>(ask: (database: Database, ...args: Args) => Result) =>
    (...args: Args): Result =>
      ask(database, ...args);
}
