import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import type { TestDnsServer } from "@ruaflow/dns/testing";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";
import type { ChaosTarget, Disturbance } from "./target.ts";

const REPORTS_PER_DOMAIN = 8;
/** The last report of each domain passes through the log in several chunks. */
const LARGE_RECORDS = 9000;
const VERIFY_WITHIN_MS = 120_000;

/** Reports that wait for the verification of their domain, to be released while processes are killed. */
export interface HeldReports {
  /** Each verifies one domain, which releases its reports. */
  readonly releases: readonly Disturbance[];
}

export interface HeldOptions {
  readonly domains: number;
  readonly seed: number;
  readonly begin: number;
  readonly dns: TestDnsServer;
  /** Called with the reports of a domain once it is verified: from then on they must be stored. */
  readonly onReleased: (reports: readonly GeneratedReport[]) => void;
}

/** Adds pending domains and uploads reports about them. */
export async function holdReports(target: ChaosTarget, options: HeldOptions): Promise<HeldReports> {
  const releases: Disturbance[] = [];
  for (let index = 0; index < options.domains; index += 1) releases.push(await holdDomain(target, index, options));
  return { releases };
}

async function holdDomain(target: ChaosTarget, index: number, options: HeldOptions): Promise<Disturbance> {
  const connect = () => createClient({ baseUrl: target.api().url, key: target.key, retries: 0 });
  const name = `held${index}.example`;
  const { data } = await connect().domains.create({ domain: name });
  const reports = Array.from({ length: REPORTS_PER_DOMAIN }, (_, place) =>
    generateReport({
      seed: options.seed * 7919 + index * REPORTS_PER_DOMAIN + place,
      domain: name,
      begin: options.begin + place * 86_400,
      ...(place === REPORTS_PER_DOMAIN - 1 ? { records: LARGE_RECORDS } : {}),
    }),
  );
  for (const report of reports) await uploadHeld(report, target);
  return {
    name: `verify ${name}, so that its reports are released`,
    async run() {
      options.dns.setTxt(`_dmarc.${name}`, "v=DMARC1; p=none");
      options.dns.setTxt(`_ruaflow-verification.${name}`, data.verification_token);
      await verifyWithRetries(() => connect().domains.verify(data.id));
      options.onReleased(reports);
    },
  };
}

async function uploadHeld(report: GeneratedReport, target: ChaosTarget): Promise<void> {
  const [baseUrl] = target.uploadUrls();
  const client = createClient({ baseUrl: baseUrl ?? "", key: target.key });
  const { entries } = (await client.reports.upload(Buffer.from([...report.xml()].join("")), { name: report.name }))
    .data;
  if (entries[0]?.outcome !== "held")
    throw new Error(`a report about a pending domain was not held: ${entries[0]?.outcome}`);
}

/** The API may have just been killed, so failures are retried. */
async function verifyWithRetries(verify: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + VERIFY_WITHIN_MS;
  for (;;) {
    try {
      await verify();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}
