import { createReadStream } from "node:fs";
import { join } from "node:path";
import { defaultXmlLimits, parseReport } from "@ruaflow/dmarc/parse";
import type { ReportRecord } from "@ruaflow/report";
import { createServiceMap, shippedServices } from "@ruaflow/senders";
import {
  classifySource,
  createDomainContext,
  type MailGroup,
  type SourceMail,
  type Verdict,
} from "@ruaflow/senders/rules";
import { openCorpus } from "../support/corpus.ts";
import { type Half, toCorpusOwner, toHalf, toOwner } from "./halves.ts";
import { type CorpusSource, type FactsSource, isOfCorpus, type LabelledRecord, readLabels } from "./read-labels.ts";

export type Origin = "shared corpus" | "published reports";

/** A label beside what the rules say of the same source. */
export interface Judged {
  readonly origin: Origin;
  readonly half: Half;
  readonly label: CorpusSource | FactsSource;
  readonly verdict: Verdict;
}

const services = createServiceMap(shippedServices);

/** What the rules say of every labelled source of published reports. The domain's own senders are derived from its labelled sources. */
export function judgePublished(): Judged[] {
  const labels = readLabels().filter((label): label is FactsSource => !isOfCorpus(label));
  return [...Map.groupBy(labels, ({ domain }) => domain)].flatMap(([domain, own]) => {
    const mails = own.map(toPublishedMail);
    const context = createDomainContext(domain, mails, { services });
    return own.map((label, index): Judged => {
      const mail = mails[index] ?? toPublishedMail(label);
      return {
        origin: "published reports",
        half: toHalf(toOwner(domain)),
        label,
        verdict: classifySource(mail, context, services),
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
      judged.push({ origin: "shared corpus", half, label, verdict: classifySource(mail, context, services) });
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
  const { dkim, spf, disposition, reasons } = policyEvaluated;
  return {
    messages: count,
    headerFrom: identifiers.headerFrom,
    dmarcPass: dkim === "pass" || spf === "pass",
    dkimAligned: dkim === "pass",
    spfAligned: spf === "pass",
    disposition,
    dkim: authResults.dkim,
    spf: authResults.spf,
    reasons: reasons.flatMap(toReasonTypes),
  };
}

function toPublishedMail({ records, hostname }: FactsSource): SourceMail {
  return {
    sourceIp: records[0]?.source_ip ?? "192.0.2.1",
    hostname: hostname ?? null,
    asn: null,
    groups: records.map(({ count, disposition, header_from, dkim, spf, reasons, ...results }: LabelledRecord) => ({
      messages: count,
      headerFrom: header_from,
      dmarcPass: dkim === "pass" || spf === "pass",
      dkimAligned: dkim === "pass",
      spfAligned: spf === "pass",
      disposition,
      dkim: results.dkim_results,
      spf: results.spf_results,
      reasons: reasons.flatMap(toReasonTypes),
    })),
  };
}

/** The types, with `arc` as the store adds it. */
function toReasonTypes({ type, comment }: { readonly type: string; readonly comment: string }): string[] {
  return type === "local_policy" && /\barc=pass\b/i.test(comment) ? [type, "arc"] : [type];
}
