import type { MetadataStore } from "@ruaflow/metadata-store";
import type { RecordStore } from "@ruaflow/record-store";
import { wholeHistory } from "@ruaflow/record-store/mail";
import { type StoredVerdict, toVerdictId, toVerdictValues, type VerdictKey } from "@ruaflow/record-store/verdicts";
import { nameSender } from "@ruaflow/senders/names";
import { createClassifier } from "../classes/classify-mail.ts";
import { addSourceFacts } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";
import { judgeBroken } from "./judge-broken.ts";
import { toStored } from "./stored-form.ts";

/** What sources are judged from, and where their verdicts are stored. */
export interface JudgeStores extends VerdictStores {
  readonly metadata: VerdictStores["metadata"] & {
    readonly reports: Pick<MetadataStore["reports"], "whileRowsChange">;
  };
  readonly records: VerdictStores["records"] &
    Pick<RecordStore, "streamJudgedMail" | "readSourceDays" | "listGoneSources" | "saveVerdicts">;
}

export interface DomainsToJudge {
  /** Of one organization; some, since their contexts, of 100 KB at worst, are in memory at once. */
  readonly domainIds: readonly string[];
  /** Whether mail of unproven reports counts as that of others. */
  readonly countUnauthenticated: boolean;
  readonly rulesVersion: string;
  readonly judgedAt: Date;
}

export interface Judgement {
  readonly judged: number;
  readonly changed: number;
  readonly reclassified: ReadonlySet<string>;
}

/** Verdicts of one judgement that are written together. */
const SAVED_MAX = 5_000;

/**
 * Judges every source of some domains by all of its stored mail, and saves the verdicts that are others than before. Mail of unproven reports
 * tells nothing of a source that a proven one has; a source that only they have is judged by it. May be repeated; then nothing is written.
 *
 * @returns how many sources were judged, how many verdicts are new or others, and the domains in which a known source became another class,
 *   cause or service
 */
export async function judgeDomains(
  stores: JudgeStores,
  organizationId: string,
  { domainIds, countUnauthenticated, rulesVersion, judgedAt }: DomainsToJudge,
): Promise<Judgement> {
  const counted = countUnauthenticated ? "all" : "authentic";
  const classify = await createClassifier(stores, organizationId, { ...wholeHistory, domainIds, counted });
  const serviceNames = new Set(stores.services.services.map(({ name }) => name.toLowerCase()));
  const counts = { judged: 0, changed: 0, reclassified: new Set<string>() };
  let pending: StoredVerdict[] = [];
  const save = async (removed: readonly VerdictKey[] = []) => {
    const saved = pending;
    pending = [];
    counts.changed += saved.length + removed.length;
    if (saved.length + removed.length > 0) await saveChanges(stores, organizationId, { judgedAt, saved, removed });
  };
  for (const which of countUnauthenticated ? (["all"] as const) : (["authentic", "none"] as const)) {
    for await (const range of stores.records.streamJudgedMail(organizationId, { domainIds, counted: which })) {
      const first = classify(await addSourceFacts(stores, range.mail));
      const classified = await judgeBroken(first, classify, (addresses) =>
        stores.records.readSourceDays(organizationId, { domainIds, counted: which, addresses }),
      );
      const found = classified.map(({ item, facts, verdict }) => {
        const sender = nameSender({ ...facts, service: verdict.service }, serviceNames);
        return toStored(item, { verdict, sender, rulesVersion });
      });
      counts.judged += found.length;
      const { changed, reclassified } = findChanges(found, range.stored);
      pending.push(...changed);
      for (const domainId of reclassified) counts.reclassified.add(domainId);
      if (pending.length >= SAVED_MAX) await save();
    }
  }
  await save(await stores.records.listGoneSources(organizationId, domainIds));
  return counts;
}

interface Changes {
  readonly changed: readonly StoredVerdict[];
  /** Domains in which whose mail of a known source it is, or why it fails, is another answer than before. */
  readonly reclassified: readonly string[];
}

function findChanges(found: readonly StoredVerdict[], stored: readonly StoredVerdict[]): Changes {
  const storedOf = new Map(stored.map((one) => [toVerdictId(one), one]));
  const pairs = found.map((verdict) => ({ verdict, before: storedOf.get(toVerdictId(verdict)) }));
  const changed = pairs.filter(({ verdict, before }) => before === undefined || toText(before) !== toText(verdict));
  const others = changed.filter(
    ({ verdict, before }) => before !== undefined && toAnswer(before) !== toAnswer(verdict),
  );
  return {
    changed: changed.map(({ verdict }) => verdict),
    reclassified: others.map(({ verdict }) => verdict.domainId),
  };
}

function toText(verdict: StoredVerdict): string {
  return JSON.stringify(toVerdictValues(verdict));
}

function toAnswer({ service, cause, ...verdict }: StoredVerdict): string {
  return JSON.stringify([service?.name ?? null, verdict.class, cause]);
}

function saveChanges(
  { metadata, records }: JudgeStores,
  organizationId: string,
  changes: Parameters<RecordStore["saveVerdicts"]>[2],
): Promise<void> {
  return metadata.reports.whileRowsChange([organizationId], (change) =>
    records.saveVerdicts(change, organizationId, changes),
  );
}
