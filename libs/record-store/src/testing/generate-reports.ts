import { createHash } from "node:crypto";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import { aHeader, aRecord } from "@ruaflow/report/testing";
import type { ReportRow } from "../rows/report-row.ts";
import { type DomainProfile, generateDomain, type Sender, toWord } from "./generate-senders.ts";
import { createRandom, type Random } from "./random.ts";

/** A report with its records, as the recount reads it. */
export interface GeneratedReport {
  readonly row: ReportRow;
  readonly records: readonly ReportRecord[];
}

export interface GenerateOptions {
  readonly seed: number;
  readonly organizationId: string;
  readonly domains: number;
  /** First day, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly days: number;
  readonly reportsPerDay: number;
  /** Mean number of records per report. */
  readonly recordsMean: number;
}

const reporters = [
  "google.com",
  "Enterprise Outlook",
  "Yahoo",
  "Outlook.com",
  "Mimecast Limited",
  "comcast.net",
  "gosecure.net",
  "zoho.com",
  "GMX",
  "WEB.DE",
  "GoDaddy.com",
  "emailsrvr.com",
  "Mail.Ru",
  "AMAZON-SES",
  "cisco.com",
  "163.com",
];
const SECONDS_PER_DAY = 86_400;

/**
 * Generates the reports of one organization, day by day. Sizes follow the distribution of real mail: a few domains have
 * most reports, a few senders most records; most addresses recur, and forgers add new ones.
 */
export function* generateReports(options: GenerateOptions): Generator<GeneratedReport> {
  const random = createRandom(options.seed);
  const domains = Array.from({ length: options.domains }, (_, index) => generateDomain(random, index));
  const firstSecond = Date.parse(`${options.firstDay}T00:00:00Z`) / 1000;
  for (let dayIndex = 0; dayIndex < options.days; dayIndex += 1) {
    for (let report = 0; report < options.reportsPerDay; report += 1) {
      const midnight = firstSecond + dayIndex * SECONDS_PER_DAY;
      yield generateReport(random, { options, midnight, domain: random.pickSkewed(domains) });
    }
  }
}

interface ReportSetting {
  readonly options: GenerateOptions;
  readonly midnight: number;
  readonly domain: DomainProfile;
}

function generateReport(random: Random, { options, midnight, domain }: ReportSetting): GeneratedReport {
  const reporter = random.pickSkewed(reporters);
  const begin = midnight + (random.next() < 0.6 ? 0 : random.below(SECONDS_PER_DAY / 4));
  const records = Array.from({ length: random.geometric(options.recordsMean) }, (_, ordinal) =>
    generateRecord(random, { ordinal, reporter, policy: domain.policy, sender: random.pickSkewed(domain.senders) }),
  );
  const row: ReportRow = {
    organizationId: options.organizationId,
    domainId: domain.domainId,
    day: new Date(midnight * 1000).toISOString().slice(0, 10),
    reportId: `rpt_${toWord(random, 26)}`,
    attempt: 1,
    trust: "upload",
    trustReason: null,
    reporterDomain: null,
    header: toHeader(random, { reporter, domain, begin, end: begin + SECONDS_PER_DAY - 1 }),
    totals: toTotals(records),
    warnings: random.next() < 0.2 ? [{ code: "version-absent", path: "feedback/version", count: 1 }] : [],
    receivedAt: new Date((midnight + SECONDS_PER_DAY + random.below(SECONDS_PER_DAY)) * 1000),
    channel: "smtp",
    submissionId: `sub_${toWord(random, 26)}`,
    contentHash: createHash("sha256").update(JSON.stringify(records)).digest("hex"),
  };
  return { row, records };
}

function toTotals(records: readonly ReportRecord[]): ReportRow["totals"] {
  const sum = (chosen: readonly ReportRecord[]) => chosen.reduce((total, record) => total + record.count, 0);
  return {
    records: records.length,
    recordsSkipped: 0,
    messages: sum(records),
    passed: sum(records.filter((record) => isDmarcPass(record.policyEvaluated))),
  };
}

interface HeaderSetting {
  readonly reporter: string;
  readonly domain: DomainProfile;
  readonly begin: number;
  readonly end: number;
}

function toHeader(random: Random, { reporter, domain, begin, end }: HeaderSetting): ReportRow["header"] {
  return aHeader({
    reporter,
    email: `noreply-dmarc@${reporter.toLowerCase().replaceAll(" ", "-")}`,
    extraContactInfo: random.pick([null, "", "https://support.example.net/dmarc"]),
    reportId: `${random.below(2 ** 31)}${random.below(2 ** 31)}`,
    dateRange: { begin, end },
    errors: random.next() < 0.01 ? ["DNS timeout"] : [],
    version: random.pick([null, "1.0"]),
    policyPublished: {
      domain: domain.domain,
      p: domain.policy,
      sp: random.pick([null, "", "none"]),
      adkim: random.pick([null, "r"]),
      aspf: "r",
      pct: "100",
      fo: random.pick([null, "1"]),
    },
  });
}

interface RecordSetting {
  readonly ordinal: number;
  readonly reporter: string;
  readonly policy: string;
  readonly sender: Sender;
}

function generateRecord(random: Random, { ordinal, reporter, policy, sender }: RecordSetting): ReportRecord {
  const dkim = sender.signatures.length > 0 && random.next() < sender.dkimPassRate;
  const spf = random.next() < sender.spfPassRate;
  const passed = dkim || (spf && sender.spfAligned);
  const envelopeDomain = random.pickSkewed(sender.envelopeDomains);
  return aRecord({
    ordinal,
    sourceIp: random.pickSkewed(sender.addresses),
    count: random.next() < 0.75 ? 1 : random.geometric(20),
    policyEvaluated: {
      disposition: passed || sender.forwarder ? "none" : policy,
      dkim: dkim ? "pass" : "fail",
      spf: spf && sender.spfAligned ? "pass" : "fail",
      reasons: sender.forwarder && !passed ? [{ type: "local_policy", comment: random.pick(["arc=pass", ""]) }] : [],
    },
    identifiers: {
      headerFrom: sender.headerFrom,
      envelopeFrom: reporter.includes("Outlook") ? envelopeDomain : random.pickSkewed([null, null, envelopeDomain, ""]),
      envelopeTo: reporter.includes("Outlook") ? random.pick(["example.org", "example.net"]) : null,
    },
    authResults: {
      dkim: sender.signatures.map((signature) => ({ ...signature, result: dkim ? "pass" : "fail" })),
      spf: [
        {
          domain: envelopeDomain,
          scope: "mfrom",
          result: spf ? "pass" : random.pick(["fail", "softfail"]),
        },
      ],
    },
  });
}
