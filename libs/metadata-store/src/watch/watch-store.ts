import type { Database } from "@ruaflow/postgres";
import { bindTo } from "../bind.ts";
import { listAlertDomains } from "./alert-domains.ts";
import { listAlerts, purgeAlerts, saveAlertChanges } from "./alerts.ts";
import { listDnsHistory } from "./dns-history.ts";
import { listDomainsToLookAt, saveDnsLook } from "./dns-looks.ts";
import { readLastRound, saveRound, withWatchLock } from "./watch-rounds.ts";

/** What domains publish in DNS and when it changed, alerts, and the rounds that look for both. */
export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore(database: Database) {
  const bind = bindTo(database);
  return {
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
  };
}
