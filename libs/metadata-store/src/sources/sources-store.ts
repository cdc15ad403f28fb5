import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import { readUncollectedReports, saveAddresses, savePosition, withCollectionLock } from "./collected-reports.ts";
import { claimSources, refreshSources, saveEnrichments } from "./enrichment.ts";
import { countSources, listSources, readSources } from "./known-sources.ts";
import { listOutdatedAddresses, saveOwners } from "./outdated-owners.ts";
import {
  createSenderOverride,
  deleteSenderOverride,
  listSenderOverrides,
  readSenderOverrides,
} from "./sender-overrides.ts";
import {
  countDomainsDue,
  queueChangedFacts,
  queueOutdated,
  readChangedFacts,
  readDomainDue,
  readDomainsDue,
  saveJudged,
} from "./verdict-queue.ts";

/** The addresses that sent mail: their names, owners and countries. */
export type SourcesStore = ReturnType<typeof createSourcesStore>;

export function createSourcesStore(database: Database) {
  const bind = bindTo(database);
  return {
    withCollectionLock: bind(withCollectionLock),
    readUncollectedReports: bind(readUncollectedReports),
    saveAddresses: bind(saveAddresses),
    savePosition: bind(savePosition),

    claimSources: bind(claimSources),
    saveEnrichments: bind(saveEnrichments),
    refreshSources: bind(refreshSources),
    listOutdatedAddresses: bind(listOutdatedAddresses),
    saveOwners: bind(saveOwners),

    readSources: bind(readSources),
    listSources: bind(listSources),
    countSources: bind(countSources),

    listSenderOverrides: bind(listSenderOverrides),
    readSenderOverrides: bind(readSenderOverrides),
    createSenderOverride: bind(createSenderOverride),
    deleteSenderOverride: bind(deleteSenderOverride),

    readDomainsDue: bind(readDomainsDue),
    readDomainDue: bind(readDomainDue),
    saveJudged: bind(saveJudged),
    queueOutdated: bind(queueOutdated),
    readChangedFacts: bind(readChangedFacts),
    queueChangedFacts: bind(queueChangedFacts),
    countDomainsDue: bind(countDomainsDue),
  };
}
