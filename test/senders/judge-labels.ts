import { createReadStream } from "node:fs";
import { join } from "node:path";
import { defaultXmlLimits, parseReport } from "@ruaflow/dmarc/parse";
import type { ReportRecord } from "@ruaflow/report";
import { shippedServiceMap as services } from "@ruaflow/senders";
import {
  classifySource,
  createDomainContext,
  type MailGroup,
  type SourceMail,
  type Verdict,
} from "@ruaflow/senders/rules";
import { openCorpus } from "../support/corpus.ts";
import { type Half, toCorpusOwner, toHalf, toOwner } from "./halves.ts";
import {
  type CorpusSource,
  type FactsSource,
  isNamed,
  isOfCorpus,
  type LabelledRecord,
  readLabels,
} from "./read-labels.ts";

export type Origin = "shared corpus" | "published reports" | "named networks";

/** A label beside what the rules say of the same source. */
export interface Judged {
  readonly origin: Origin;
  readonly half: Half;
  readonly label: CorpusSource | FactsSource;
  readonly verdict: Verdict;
  /** The source's messages, in the order of the classes of the verdict. */
  readonly groups: readonly MailGroup[];
}

/** What the rules say of every labelled source of published reports. The domain's own senders are derived from its labelled sources. */
export function judgePublished(): Judged[] {
  return judgeFacts(readLabels().filter((label): label is FactsSource => !isOfCorpus(label) && !isNamed(label)));
}

/** The same for the failing sources whose networks are known; those that only pass tell of the domain. */
export function judgeNamed(): Judged[] {
  return judgeFacts(readLabels().filter(isNamed)).filter(({ groups }) => groups.some(({ dmarcPass }) => !dmarcPass));
}

function judgeFacts(labels: readonly FactsSource[]): Judged[] {
  return [...Map.groupBy(labels, ({ domain }) => domain)].flatMap(([domain, own]) => {
    const mails = own.map(toPublishedMail);
    const context = createDomainContext(domain, mails, { services });
    return own.map((label, index): Judged => {
      const mail = mails[index] ?? toPublishedMail(label);
      return {
        origin: isNamed(label) ? "named networks" : "published reports",
        half: toHalf(isNamed(label) ? `${domain} ${mail.sourceIp}` : toOwner(domain)),
        label,
        verdict: classifySource(mail, context, services),
        groups: mail.groups,
      };
    });
  });
}

/** What the rules say of every labelled source of the shared corpus; the domain's own senders are derived from the whole file. */
export async function judgeCorpus(): Promise<Judged[]> {
  const { files } = openCorpus();
  const judged: Judged[] = [];
  for (const [file, own] of Map.groupBy(readLabels().filter(isOfCorpus), ({ origin }) => origin.file)) {
    const records = await readRecords(join(files, file));
    const half = toHalf(toCorpusOwner(own[0]?.domain ?? file, records));
    const everyone = records.map((record) => toCorpusMail([record]));
    for (const label of own) {
      const context = createDomainContext(label.domain, everyone, { services });
      const mail = toCorpusMail(records.filter(({ ordinal }) => label.positions.includes(ordinal)));
      const verdict = classifySource(mail, context, services);
      judged.push({ origin: "shared corpus", half, label, verdict, groups: mail.groups });
    }
  }
  return judged;
}

async function readRecords(path: string): Promise<ReportRecord[]> {
  const records: ReportRecord[] = [];
  const onRecord = (record: ReportRecord) => void records.push(record);
  const result = await parseReport(createReadStream(path), { limits: defaultXmlLimits, onRecord });
  if (result.kind !== "report") throw new Error(`${path}: ${result.kind}`);
  return records;
}

/** Addresses are gone from the corpus, and with them reverse names. */
function toCorpusMail(records: readonly ReportRecord[]): SourceMail {
  return { sourceIp: "192.0.2.1", hostname: null, asn: null, groups: records.map(toGroup) };
}

function toGroup({ count, policyEvaluated, identifiers, authResults }: ReportRecord): MailGroup {
  return toMailGroup({ ...policyEvaluated, ...identifiers, count, results: authResults });
}

function toPublishedMail({ records, hostname, asn }: FactsSource): SourceMail {
  const sourceIp = records[0]?.source_ip ?? "192.0.2.1";
  return { sourceIp, hostname: hostname ?? null, asn: asn ?? null, groups: records.map(toPublishedGroup) };
}

function toPublishedGroup({ header_from: headerFrom, dkim_results, spf_results, ...facts }: LabelledRecord): MailGroup {
  return toMailGroup({ ...facts, headerFrom, results: { dkim: dkim_results, spf: spf_results } });
}

interface RecordFacts extends Pick<LabelledRecord, "count" | "disposition" | "dkim" | "spf" | "reasons"> {
  readonly headerFrom: string;
  readonly results: Pick<MailGroup, "dkim" | "spf">;
}

function toMailGroup({
  count: messages,
  headerFrom,
  disposition,
  dkim,
  spf,
  reasons,
  results,
}: RecordFacts): MailGroup {
  const [dkimAligned, spfAligned] = [dkim === "pass", spf === "pass"];
  const leftOut = [...(dkim === "" ? ["dkim" as const] : []), ...(spf === "" ? ["spf" as const] : [])];
  const evaluated = { dmarcPass: dkimAligned || spfAligned, dkimAligned, spfAligned, leftOut, disposition };
  return { messages, headerFrom, ...evaluated, ...results, reasons: reasons.flatMap(toReasonTypes) };
}

/** The types, with `arc` as the store adds it. */
function toReasonTypes({ type, comment }: { readonly type: string; readonly comment: string }): string[] {
  return type === "local_policy" && /\barc=pass\b/i.test(comment) ? [type, "arc"] : [type];
}
