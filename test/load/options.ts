import { parseArgs } from "node:util";
import { printHelpIfAsked } from "../support/print-help.ts";

const HELP = `Measures the speed of Ruaflow and, on the same files, of parsedmarc 11.

  --only NAME[,NAME]   run only these parts: corpus, report, kafka, memory,
                       small, bytes, questions, domains, portfolio,
                       answers, mixed, webhooks, smtp, sources, backfill, lanes, writers,
                       catch-up, views, exports, growth
  --skip NAME[,NAME]   run all parts except these
  --quick              small sizes, one repetition: a trial, not a measurement
  --json FILE          write results as JSON after each part; other parts in
                       FILE are kept
  --repetitions N      repetitions of the repeated parts (3)
  --corpus DIR         folder of report files (default: ../shared/reports if it
                       exists, otherwise generated files)
  --report-records N   records of the large report (100000)
  --giant-records N    records of the giant report of the memory part (1000000)
  --small-reports N    reports of the part small (100000)
  --records N          records of the parts questions, portfolio, answers,
                       views and exports (20000000)
  --domain-reports N   reports of the part domains (2000000)
  --domains N          domains of the parts domains, portfolio and answers
                       (10000)
  --mixed-reports N    reports of the part mixed (100000)
  --webhook-reports N  reports whose delivery time is measured one by one (100)
  --webhook-deliveries N
                       deliveries to 100 endpoints (20000)
  --smtp-seconds N     how long the part smtp sends mails, twice (20)
  --minutes N          the same in minutes
  --sources N          new source addresses of the part sources (100000)
  --backfill-reports N reports of the part backfill, twice (100000)
  --lane-reports N     reports that flood Kafka in the part lanes, twice (20000)
  --writers-reports N  reports of the part writers (20000)
  --outage-seconds N   how long ClickHouse is away in the part catch-up (600)
  --view-rounds N      how often the part views asks each question (20)
  --growth-reports N   reports of the part growth, beside a million; a thousand
                       of them take 3 MB (12000000)
  --requests N         requests per question and number of clients (2000)
  --data DIR           keep the filled stores here, and reuse existing ones`;

const QUICK = {
  repetitions: "1",
  "report-records": "5000",
  "giant-records": "50000",
  "small-reports": "2000",
  records: "100000",
  "domain-reports": "20000",
  domains: "200",
  "mixed-reports": "10000",
  "webhook-reports": "5",
  "webhook-deliveries": "500",
  "smtp-seconds": "5",
  sources: "3000",
  "backfill-reports": "2000",
  "lane-reports": "2000",
  "writers-reports": "500",
  "outage-seconds": "20",
  "view-rounds": "3",
  "growth-reports": "20000",
  requests: "20",
};

const FULL = {
  repetitions: "3",
  "report-records": "100000",
  "giant-records": "1000000",
  "small-reports": "100000",
  records: "20000000",
  "domain-reports": "2000000",
  domains: "10000",
  "mixed-reports": "100000",
  "webhook-reports": "100",
  "webhook-deliveries": "20000",
  "smtp-seconds": "20",
  sources: "100000",
  "backfill-reports": "100000",
  "lane-reports": "20000",
  "writers-reports": "20000",
  "outage-seconds": "600",
  "view-rounds": "20",
  "growth-reports": "12000000",
  requests: "2000",
};

export interface Options {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly json: string | null;
  readonly corpus: string | null;
  readonly data: string | null;
  readonly repetitions: number;
  readonly reportRecords: number;
  readonly giantRecords: number;
  readonly smallReports: number;
  readonly records: number;
  readonly domainReports: number;
  readonly domains: number;
  readonly mixedReports: number;
  readonly webhookReports: number;
  readonly webhookDeliveries: number;
  readonly smtpSeconds: number;
  readonly sources: number;
  readonly backfillReports: number;
  readonly laneReports: number;
  readonly writersReports: number;
  readonly outageSeconds: number;
  readonly viewRounds: number;
  readonly growthReports: number;
  readonly requests: number;
}

/** The options of the command line. Ends the process after `--help`. */
export function readOptions(args: readonly string[]): Options {
  printHelpIfAsked(HELP);
  const text = { type: "string" } as const;
  const sizes = Object.fromEntries(Object.keys(FULL).map((name) => [name, text]));
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { ...sizes, only: text, skip: text, json: text, corpus: text, data: text, minutes: text, quick: flag },
  });
  const given: Record<string, unknown> = { ...FULL, ...(values.quick ? QUICK : {}), ...values };
  const size = (name: keyof typeof FULL) => toSize(name, given[name]);
  return {
    only: toNames(values.only),
    skip: toNames(values.skip),
    json: toText(values.json),
    corpus: toText(values.corpus),
    data: toText(values.data),
    repetitions: size("repetitions"),
    reportRecords: size("report-records"),
    giantRecords: size("giant-records"),
    smallReports: size("small-reports"),
    records: size("records"),
    domainReports: size("domain-reports"),
    domains: size("domains"),
    mixedReports: size("mixed-reports"),
    webhookReports: size("webhook-reports"),
    webhookDeliveries: size("webhook-deliveries"),
    smtpSeconds: values.minutes === undefined ? size("smtp-seconds") : toSize("minutes", values.minutes) * 60,
    sources: size("sources"),
    backfillReports: size("backfill-reports"),
    laneReports: size("lane-reports"),
    writersReports: size("writers-reports"),
    outageSeconds: size("outage-seconds"),
    viewRounds: size("view-rounds"),
    growthReports: size("growth-reports"),
    requests: size("requests"),
  };
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function toNames(value: unknown): readonly string[] {
  return toText(value)?.split(",") ?? [];
}

function toSize(name: string, value: unknown): number {
  const size = Number(value);
  if (Number.isInteger(size) && size > 0) return size;
  throw new Error(`--${name}: ${value} is not a whole number above 0`);
}
