import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import { listAlertDomains } from "./alert-domains.ts";
import { purgeAlerts, refreshAlerts, saveAlertChanges } from "./alerts.ts";
import { listDomainsToCheck, readDnsBacklog, saveDnsCheck } from "./dns-checks.ts";
import { listDnsHistory } from "./dns-history.ts";
import { readLastCheck } from "./domain-dns.ts";
import { groupAlerts } from "./group-alerts.ts";
import { listAlerts } from "./list-alerts.ts";
import { readReconciliation, saveReconciliation } from "./reconciliation.ts";
import { readReportAuthorization } from "./report-authorization.ts";
import { readSilences } from "./silences.ts";
import { listCopiedAttention, listCopiedDomains, readCopyClock } from "./sql-copies.ts";
import { readLastRound, saveRound, withWatchLock } from "./watch-rounds.ts";

/** The history of domains' DNS records, alerts, and the rounds that check both. */
export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore(database: Database) {
  const bind = bindTo(database);
  return {
    withWatchLock: bind(withWatchLock),
    readLastRound: bind(readLastRound),
    saveRound: bind(saveRound),
    readReconciliation: bind(readReconciliation),
    saveReconciliation: bind(saveReconciliation),
    listDomainsToCheck: bind(listDomainsToCheck),
    saveDnsCheck: bind(saveDnsCheck),
    readDnsBacklog: bind(readDnsBacklog),
    readReportAuthorization: bind(readReportAuthorization),
    readLastCheck: bind(readLastCheck),
    listDnsHistory: bind(listDnsHistory),
    listAlertDomains: bind(listAlertDomains),
    readSilences: bind(readSilences),
    saveAlertChanges: bind(saveAlertChanges),
    refreshAlerts: bind(refreshAlerts),
    listAlerts: bind(listAlerts),
    groupAlerts: bind(groupAlerts),
    purgeAlerts: bind(purgeAlerts),
    listCopiedDomains: bind(listCopiedDomains),
    listCopiedAttention: bind(listCopiedAttention),
    readCopyClock: bind(readCopyClock),
  };
}
