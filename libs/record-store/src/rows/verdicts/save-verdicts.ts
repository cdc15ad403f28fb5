import type { WritingEngine } from "../../engine/engine.ts";
import { insertSettings } from "../insert-lines.ts";
import { type StoredVerdict, toVerdictValues, type VerdictKey } from "./stored-verdict.ts";

const key = "organization_id, domain_id, source_ip, judged_at";
/** In the order of {@link toVerdictValues}. */
const values = "service, service_category, sender, sender_kind, class, cause, rule, rules_version, details";
const settings = `SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;

export interface VerdictChanges {
  /** When they were judged: of two verdicts on a source the later one counts. */
  readonly judgedAt: Date;
  readonly saved: readonly StoredVerdict[];
  /** Sources without mail about the domain. */
  readonly removed: readonly VerdictKey[];
}

/** Saves verdicts of an organization. May be repeated. */
export async function saveVerdicts(
  engine: WritingEngine,
  organizationId: string,
  { judgedAt, saved, removed }: VerdictChanges,
): Promise<void> {
  const at = judgedAt.toISOString().replace("T", " ").replace("Z", "");
  const toKey = ({ domainId, sourceIp }: VerdictKey) => [organizationId, domainId, sourceIp, at];
  const lines = saved.map((one) => JSON.stringify([...toKey(one), ...toVerdictValues(one)]));
  if (lines.length > 0) await engine.insert(`INSERT INTO verdicts (${key}, ${values}) ${settings}`, lines);
  const gone = removed.map((one) => JSON.stringify([...toKey(one), 1]));
  if (gone.length > 0) await engine.insert(`INSERT INTO verdicts (${key}, is_deleted) ${settings}`, gone);
}
