import type { Database } from "@ruaflow/postgres";
import { bindTo } from "@ruaflow/runtime/bind";
import { acknowledgeAttention, acknowledgeReasons, unacknowledgeAttention } from "./acknowledge-attention.ts";
import { readAttentionChanges } from "./attention-changes.ts";
import { exportAttention, listAttention } from "./list-attention.ts";
import { countForgedRefused, listDomainsToJudge, saveMailVerdict } from "./mail-verdicts.ts";
import { listAttentionOrganizations, purgeAttention, saveAttention } from "./save-attention.ts";

/** Which domains need attention, and why. */
export type AttentionStore = ReturnType<typeof createAttentionStore>;

export function createAttentionStore(database: Database) {
  const bind = bindTo(database);
  return {
    listAttentionOrganizations: bind(listAttentionOrganizations),
    listDomainsToJudge: bind(listDomainsToJudge),
    saveMailVerdict: bind(saveMailVerdict),
    countForgedRefused: bind(countForgedRefused),
    readAttentionChanges: bind(readAttentionChanges),
    saveAttention: bind(saveAttention),
    purgeAttention: bind(purgeAttention),
    listAttention: bind(listAttention),
    exportAttention: bind(exportAttention),
    acknowledgeAttention: bind(acknowledgeAttention),
    acknowledgeReasons: bind(acknowledgeReasons),
    unacknowledgeAttention: bind(unacknowledgeAttention),
  };
}
