// Forged reports of a domain with right keys of its own, in random order with true ones, while the service is killed: sums are
// exact, and every true report is stored.
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import {
  createMailSender,
  type ForgedName,
  type MailSender,
  oldForgeries,
  otherForgeries,
} from "@ruaflow/mail-auth/testing";
import { aReport } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { askSql } from "../support/numbers-in-sql.ts";
import { ask, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { createSmtpSender, readMailboxes } from "../support/smtp-sender.ts";

const DOMAIN = "monitored.example";
const TRUE_REPORTERS = 12;
const KILLS = 3;
const FORGED_COUNT = 7_777_777;
const EVIL = "dmarc@evil.example";

const dataDir = createMigratedDataDir();
let dns: TestDnsServer;
let sender: MailSender;
let service: RunningService | undefined;

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
});

afterAll(async () => {
  await service?.stop();
  await dns.stop();
  await removeDataDir(dataDir);
});

interface Mail {
  readonly from: string;
  readonly reporter: string;
  readonly email?: string;
  readonly contact?: string | undefined;
  readonly subject?: string | undefined;
  readonly file?: string | undefined;
  readonly id: string;
  readonly count: number;
}

function writeReport({ from, reporter, email = from, contact = "", id, count }: Mail): string {
  const said = { reporter, email, extraContactInfo: contact, reportId: id };
  return aReport({ ...said, policyPublished: { domain: DOMAIN }, records: [{ count }] });
}

/** A mail that its sender's domain has signed. */
async function writeMail(mail: Mail): Promise<string> {
  const domain = mail.from.slice(mail.from.indexOf("@") + 1);
  sender.publish(domain, { dmarc: "v=DMARC1; p=reject" });
  const name = mail.file ?? "report.xml";
  const head = [
    `From: ${mail.from}`,
    `Subject: ${mail.subject ?? "Report"}`,
    "MIME-Version: 1.0",
    `Content-Type: application/xml; name="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
  ];
  const body = Buffer.from(writeReport(mail)).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return (await sender.sign(Buffer.from(`${head.join("\r\n")}\r\n${body}\r\n`), { domain })).toString("latin1");
}

const trueReports = Array.from({ length: TRUE_REPORTERS }, (_, index): Mail => {
  const small = { from: `dmarc@small-${index}.example`, reporter: `Small Mail Server ${index}` };
  const google = { from: "noreply-dmarc-support@google.com", reporter: "google.com" };
  return { ...(index % 4 === 0 ? google : small), id: `true-${index}`, count: 100 + index };
});

/** The same identity and another's content, by a domain that may call itself so: no table has the small servers' names. */
const twins = trueReports
  .filter(({ reporter }) => reporter !== "google.com")
  .map((report): Mail => ({ ...report, from: EVIL, count: FORGED_COUNT }));

function toMail({ from = EVIL, reporter = "evil.example", email = from, ...more }: ForgedName, index: number): Mail {
  return { ...more, from, reporter, email, id: `true-${index % TRUE_REPORTERS}`, count: FORGED_COUNT };
}

/** The same order in every run (Park and Miller's generator). */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = 26;
  const keyed = items.map((item) => {
    state = (state * 48_271) % 2_147_483_647;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

const settings = () => ({
  RUAFLOW_REPORT_DOMAIN: "in.example",
  RUAFLOW_SMTP_PORT: "0",
  RUAFLOW_DNS_SERVERS: dns.address,
});

interface Listed {
  readonly id: string;
  readonly reporter_domain: string | null;
  readonly total_count: number;
}

test("120 forged reports and kills take nothing from true ones", { timeout: 400_000 }, async () => {
  service = await startService(dataDir, settings());
  const key = service.key ?? "";
  await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, DOMAIN);
  const mailbox = (await readMailboxes(service, key)).get(DOMAIN) ?? "";
  const forged = [...oldForgeries, ...otherForgeries].map(toMail).filter(({ email }) => email !== "");
  expect(forged.length).toBeGreaterThan(120);
  const order = shuffle([...trueReports, ...forged, ...twins]);
  const mails = await Promise.all(order.map(writeMail));
  const smtp = createSmtpSender(() => service?.smtpPort ?? 0);
  for (const [index, mail] of mails.entries()) {
    if ((index + 1) % Math.ceil(mails.length / (KILLS + 1)) === 0) {
      await service.kill();
      service = await startService(dataDir, settings());
    }
    expect(await smtp.send(mailbox, mail).catch(() => smtp.send(mailbox, mail))).toMatch(/^250 /);
  }
  smtp.close();
  const { url } = service;
  const read = async <Body>(path: string) => (await ask<Body>({ url }, key, `/api/v1/${path}`)).body;
  const day = "start_date=2026-10-01&end_date=2026-10-01";
  const listTrusted = async () => {
    return (await read<{ data: Listed[] }>(`reports?${day}&trust=dmarc&per_page=100`)).data;
  };
  await vi.waitFor(async () => expect(await listTrusted()).toHaveLength(trueReports.length + twins.length), {
    timeout: 60_000,
    interval: 1000,
  });
  const reports = await listTrusted();
  const trueOnes = reports.filter(({ reporter_domain }) => reporter_domain !== "evil.example");
  const counts = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  expect(counts(trueOnes.map(({ total_count }) => total_count))).toEqual(counts(trueReports.map(({ count }) => count)));
  const sum = [...trueReports, ...twins].reduce((total, { count }) => total + count, 0);
  const { data } = await read<{ data: { totals: { emails: number } } }>(`reports/aggregate?${day}`);
  expect(data.totals.emails).toBe(sum);
  await expectSameDomainsInSql(reports);
});

/** Both views, against the API. */
async function expectSameDomainsInSql(reports: readonly Listed[]): Promise<void> {
  const listed = reports.map(({ id, reporter_domain }) => ({ report_id: id, reporter_domain: reporter_domain ?? "" }));
  for (const view of ["reports", "records"]) {
    const query = `SELECT DISTINCT report_id, reporter_domain FROM ${view} WHERE trust = 'dmarc' ORDER BY report_id`;
    const sorted = listed.toSorted((a, b) => (a.report_id < b.report_id ? -1 : 1));
    await vi.waitFor(async () => expect(await askSql(query, { RUAFLOW_DATA_DIR: dataDir })).toEqual(sorted), 20_000);
  }
}
