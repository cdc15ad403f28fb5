/** A generated report of realistic shape, always the same for a seed, with its correct counts. */
export interface GeneratedReport {
  readonly name: string;
  readonly domain: string;
  readonly reporter: string;
  readonly reportId: string;
  /** First second of its period of one day. */
  readonly begin: number;
  readonly records: number;
  readonly messages: number;
  readonly passed: number;
  /** The messages of each record by source address. */
  sources(): Iterable<GeneratedSource>;
  /** The document in pieces, so that a giant one need not be held in memory. */
  xml(): Iterable<string>;
}

/** A record's messages: either all passed or all failed. */
export interface GeneratedSource {
  readonly ip: string;
  readonly count: number;
  readonly passed: boolean;
}

export interface GeneratorOptions {
  readonly seed: number;
  readonly domain: string;
  /** First second of the report's day. */
  readonly begin: number;
  /** Number of records; by default drawn from the distribution of real reports (median 1, p95 19, p99 130). */
  readonly records?: number;
}

const REPORTERS = ["google.com", "Outlook.com", "Yahoo", "Mail.Ru", "comcast.net", "GMX", "Fastmail", "AMAZON-SES"];
const SENDERS = ["sendgrid.net", "mailgun.org", "amazonses.com", "mcsv.net", "hubspot.example", "corp.example"];

/** A small, fast generator of pseudo-random numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws the number of records from the distribution of real reports: median 1, p95 19, p99 130. */
export function drawRecordCount(random: () => number): number {
  const share = random();
  if (share < 0.55) return 1;
  if (share < 0.95) return 2 + Math.floor(random() * 18);
  if (share < 0.99) return 20 + Math.floor(random() * 110);
  return 130 + Math.floor(random() * 700);
}

export function generateReport(options: GeneratorOptions): GeneratedReport {
  const shape = createRandom(options.seed);
  const records = options.records ?? drawRecordCount(shape);
  const reporter = REPORTERS[Math.floor(shape() * REPORTERS.length)] ?? "google.com";
  const reportId = `${options.seed}.${Math.floor(shape() * 1e9)}@${reporter}`;
  let messages = 0;
  let passed = 0;
  for (const record of drawRecords(options.seed, records)) {
    messages += record.count;
    if (record.dkim || record.spf) passed += record.count;
  }
  return {
    name: `${reporter}!${options.domain}!${options.begin}!${options.begin + 86_399}.xml`,
    domain: options.domain,
    reporter,
    reportId,
    begin: options.begin,
    records,
    messages,
    passed,
    *sources() {
      for (const { ip, count, dkim, spf } of drawRecords(options.seed, records))
        yield { ip, count, passed: dkim || spf };
    },
    *xml() {
      yield toHead(options, reporter, reportId);
      for (const record of drawRecords(options.seed, records)) yield toRecord(record, options.domain);
      yield "</feedback>\n";
    },
  };
}

interface DrawnRecord {
  readonly ip: string;
  readonly count: number;
  readonly dkim: boolean;
  readonly spf: boolean;
  readonly sender: string;
}

function* drawRecords(seed: number, records: number): Generator<DrawnRecord> {
  const random = createRandom(seed ^ 0x9e3779b9);
  for (let index = 0; index < records; index += 1) {
    const good = random() < 0.9;
    yield {
      ip: drawAddress(random),
      count: random() < 0.7 ? 1 : 1 + Math.floor(random() * random() * 500),
      dkim: good && random() < 0.95,
      spf: good && random() < 0.8,
      sender: SENDERS[Math.floor(random() * SENDERS.length)] ?? "corp.example",
    };
  }
}

function drawAddress(random: () => number): string {
  const octet = () => Math.floor(random() * 254) + 1;
  if (random() < 0.85)
    return `${[23, 40, 52, 54, 104, 149, 167, 198, 209][Math.floor(random() * 9)]}.${octet()}.${octet() % 32}.${octet()}`;
  return `2a01:111:f${octet().toString(16)}:${octet().toString(16)}::${octet().toString(16)}`;
}

function toHead({ domain, begin }: GeneratorOptions, reporter: string, reportId: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>${reporter}</org_name>
    <email>noreply-dmarc-support@${reporter.toLowerCase()}</email>
    <extra_contact_info>https://${reporter.toLowerCase()}/dmarc</extra_contact_info>
    <report_id>${reportId}</report_id>
    <date_range>
      <begin>${begin}</begin>
      <end>${begin + 86_399}</end>
    </date_range>
  </report_metadata>
  <policy_published>
    <domain>${domain}</domain>
    <adkim>r</adkim>
    <aspf>r</aspf>
    <p>reject</p>
    <sp>none</sp>
    <pct>100</pct>
  </policy_published>
`;
}

function toRecord({ ip, count, dkim, spf, sender }: DrawnRecord, domain: string): string {
  const result = (passed: boolean) => (passed ? "pass" : "fail");
  return `  <record>
    <row>
      <source_ip>${ip}</source_ip>
      <count>${count}</count>
      <policy_evaluated>
        <disposition>${dkim || spf ? "none" : "reject"}</disposition>
        <dkim>${result(dkim)}</dkim>
        <spf>${result(spf)}</spf>
      </policy_evaluated>
    </row>
    <identifiers>
      <envelope_from>bounce.${domain}</envelope_from>
      <header_from>${domain}</header_from>
    </identifiers>
    <auth_results>
      <dkim>
        <domain>${dkim ? domain : sender}</domain>
        <selector>s1</selector>
        <result>pass</result>
      </dkim>
      <spf>
        <domain>bounce.${spf ? domain : sender}</domain>
        <scope>mfrom</scope>
        <result>${result(spf)}</result>
      </spf>
    </auth_results>
  </record>
`;
}
