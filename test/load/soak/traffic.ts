import { setTimeout as sleep } from "node:timers/promises";
import { generateReport } from "../../support/report-generator.ts";
import { createSmtpSender, toReportMail } from "../../support/smtp-sender.ts";

/** The service under load, and what to ask of it. */
export interface Soaked {
  readonly url: string;
  readonly key: string;
  readonly smtpPort: number;
  readonly domains: readonly SoakedDomain[];
}

export interface SoakedDomain {
  readonly id: string;
  readonly name: string;
  /** Its report mailbox. */
  readonly mailbox: string;
}

/** How often something was done, and how often it failed, by kind. */
export type Tally = Record<string, { done: number; failed: number; longestMs: number }>;

const DAY_S = 86_400;
const DAYS = 400;
/** Records of the reports that are large. */
const LARGE = 20_000;

/** Every kind of traffic with its pause between two requests, in milliseconds. One request of a kind is under way at a time. */
const KINDS: Readonly<Record<string, { readonly pauseMs: number; act(soaked: Soaked, n: number): Promise<void> }>> = {
  upload: { pauseMs: 250, act: (soaked, n) => upload(soaked, n, undefined) },
  "large upload": { pauseMs: 60_000, act: (soaked, n) => upload(soaked, 10_000_000 + n, LARGE) },
  mail: { pauseMs: 500, act: mail },
  question: { pauseMs: 1000, act: (soaked, n) => get(soaked, question(soaked, n)) },
  page: { pauseMs: 5000, act: pollPage },
  "large CSV": { pauseMs: 30_000, act: (soaked) => get(soaked, "/reports/sources?format=csv&start_date=2024-01-01") },
};

/** Sends mixed traffic until `signal` aborts. */
export async function sendTraffic(soaked: Soaked, tally: Tally, signal: AbortSignal): Promise<void> {
  await Promise.all(
    Object.entries(KINDS).map(async ([kind, { pauseMs, act }]) => {
      const counts = { done: 0, failed: 0, longestMs: 0 };
      tally[kind] = counts;
      for (let n = 0; !signal.aborted; n += 1) {
        const startedAt = performance.now();
        await act(soaked, n).then(
          () => (counts.done += 1),
          () => (counts.failed += 1),
        );
        counts.longestMs = Math.max(counts.longestMs, performance.now() - startedAt);
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }),
  );
}

function toReport({ domains }: Soaked, seed: number, records: number | undefined) {
  const domain = domains[seed % domains.length]?.name ?? "";
  const today = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;
  const begin = today - (1 + ((seed * 7919) % DAYS)) * DAY_S;
  return generateReport({ seed, domain, begin, ...(records !== undefined && { records }) });
}

async function upload(soaked: Soaked, seed: number, records: number | undefined): Promise<void> {
  const body = [...toReport(soaked, seed, records).xml()].join("");
  await expectOk(
    fetch(`${soaked.url}/api/v1/reports?name=report.xml`, { method: "POST", headers: toHeaders(soaked), body }),
  );
}

async function mail(soaked: Soaked, n: number): Promise<void> {
  const report = toReport(soaked, 20_000_000 + n, undefined);
  const mailbox = soaked.domains.find(({ name }) => name === report.domain)?.mailbox ?? "";
  const sender = createSmtpSender(() => soaked.smtpPort);
  try {
    const reply = await sender.send(mailbox, toReportMail(report));
    if (!reply.startsWith("250")) throw new Error(reply);
  } finally {
    sender.close();
  }
}

/** No two alike, so that no cache answers. */
function question({ domains }: Soaked, n: number): string {
  const start = new Date(Date.now() - (30 + (n % DAYS)) * DAY_S * 1000).toISOString().slice(0, 10);
  const id = domains[n % domains.length]?.id ?? "";
  const all = [
    `/reports/aggregate?start_date=${start}`,
    `/reports/sources?start_date=${start}&domain_id=${id}&verdicts=true`,
    `/reports/failures?start_date=${start}&per_page=50`,
    `/reports/aggregate?start_date=${start}&group_by=domain`,
    `/reports?start_date=${start}&per_page=100`,
    `/domains/${id}/readiness`,
  ];
  return all[n % all.length] ?? "";
}

async function pollPage(soaked: Soaked): Promise<void> {
  const paths = ["/domains?per_page=100", "/domains/attention", "/alerts", "/reports/aggregate", "/submissions/counts"];
  for (const path of paths) await get(soaked, path);
}

async function get(soaked: Soaked, path: string): Promise<void> {
  await expectOk(fetch(`${soaked.url}/api/v1${path}`, { headers: toHeaders(soaked) }));
}

const toHeaders = ({ key }: Soaked) => ({ authorization: `Bearer ${key}` });

async function expectOk(answering: Promise<Response>): Promise<void> {
  const response = await answering;
  // Read to its end, as a client does.
  const body = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} ${Buffer.from(body).toString().slice(0, 200)}`);
}
