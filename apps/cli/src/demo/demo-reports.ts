import { hash } from "node:crypto";
import { toFraction } from "./fraction.ts";
import { type DemoRecord, type DemoReport, toXml } from "./report-xml.ts";
import { DEMO_DAYS, type Story, type StoryDay, type Stream } from "./story.ts";

const SECONDS_PER_DAY = 86_400;
const RECORDS_PER_STREAM_MAX = 3;

/** The reporters, and the share of messages that each receives. */
const reporters = [
  { name: "google.com", email: "noreply-dmarc-support@google.com", share: 0.44 },
  { name: "Enterprise Outlook", email: "dmarcreport@microsoft.com", share: 0.24 },
  { name: "Yahoo", email: "dmarchelp@yahooinc.com", share: 0.14 },
  { name: "GMX", email: "noreply-dmarc@sicher.gmx.net", share: 0.08 },
  { name: "Fastmail Pty Ltd", email: "reports@fastmaildmarc.com", share: 0.06 },
  { name: "comcast.net", email: "dmarc_reports@comcast.net", share: 0.04 },
];
type Reporter = (typeof reporters)[number];

/** A report as a file. */
export interface DemoFile {
  readonly name: string;
  readonly xml: string;
}

/**
 * The reports of a story's days, always the same for the same `today`.
 *
 * @param today any second of the UTC day after the last reported day
 */
export function* generateDemo(story: Story, today: Date): Generator<DemoFile> {
  const { days = DEMO_DAYS, hasReport = () => true } = story;
  const midnight = Math.floor(today.getTime() / 1000 / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  for (let daysAgo = days; daysAgo >= 1; daysAgo -= 1) {
    const begin = midnight - daysAgo * SECONDS_PER_DAY;
    for (const reporter of reporters.filter(({ name }) => hasReport({ daysAgo, reporter: name }))) {
      const report = toReport(story, { begin, daysAgo, reporter });
      const name = `${reporter.name}!${story.domain}!${begin}!${report.end}.xml`;
      if (report.records.length > 0) yield { name, xml: toXml(report) };
    }
  }
}

interface Setting {
  readonly begin: number;
  readonly daysAgo: number;
  readonly reporter: Reporter;
}

function toReport(story: Story, { begin, daysAgo, reporter }: Setting): DemoReport {
  const seed = `${story.domain} ${reporter.name} ${daysAgo}`;
  const weekday = new Date(begin * 1000).getUTCDay();
  const day: StoryDay = { daysAgo, isWeekend: weekday === 0 || weekday === 6 };
  return {
    reporter,
    reportId: `demo-${hash("sha256", `${seed} ${begin}`).slice(0, 16)}`,
    begin,
    end: begin + SECONDS_PER_DAY - 1,
    domain: story.domain,
    policy: story.policy,
    records: story.streams.flatMap((stream, index) => {
      const variation = 0.8 + 0.4 * toFraction(`${seed} volume ${index}`);
      const messages = Math.round(stream.messagesOn(day) * reporter.share * variation);
      return spread(stream, messages, `${seed} ${index}`).map((sent) => toRecord(story, stream, sent));
    }),
  };
}

interface Sent {
  readonly sourceIp: string;
  readonly count: number;
}

/** Chooses a few of the stream's addresses for a day, one of them busier than the others. */
function spread({ addresses }: Stream, messages: number, seed: string): Sent[] {
  const first = Math.floor(toFraction(`${seed} address`) * addresses.length);
  const used = Math.min(RECORDS_PER_STREAM_MAX, addresses.length, messages);
  const rest = Math.floor(messages / (used + 1));
  return Array.from({ length: used }, (_, index) => ({
    sourceIp: addresses[(first + index) % addresses.length] ?? "",
    count: index === 0 ? messages - rest * (used - 1) : rest,
  })).filter(({ count }) => count > 0);
}

function toRecord({ domain, policy }: Story, { spf, dkim, overrideReason }: Stream, sent: Sent): DemoRecord {
  const isAligned = (result: { readonly domain: string; readonly result: string }) =>
    result.result === "pass" && result.domain === domain;
  const aligned = { dkim: dkim.some(isAligned), spf: isAligned(spf) };
  const applied = aligned.dkim || aligned.spf || overrideReason ? "none" : policy;
  return { ...sent, aligned, disposition: applied, headerFrom: domain, spf, dkim, reason: overrideReason ?? null };
}
