// Forged reports change no total, no alert and no failure event, whatever they pretend; true ones stay.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDnsServer } from "@ruaflow/dns/testing";
import { createPostgresLog } from "@ruaflow/event-log/drivers";
import { createIngest, OPERATOR_LIMITS } from "@ruaflow/ingest";
import { createMailSender, type MailSender } from "@ruaflow/mail-auth/testing";
import { createMetadataStore } from "@ruaflow/metadata-store";
import { createSubmissionId, isFinal } from "@ruaflow/metadata-store/intake";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore } from "@ruaflow/record-store";
import { announce } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { createRecordWriter } from "@ruaflow/record-writer";
import { aReport } from "@ruaflow/report/testing";
import { startParts } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, expect, test } from "vitest";

const FORGED = 1000;
const FAILING = 7;
const period = { startDate: "2026-10-01", endDate: "2026-10-01" };
const transfer = { clientAddress: "192.0.2.66", helo: "mx.evil.example", mailFrom: "bounces@evil.example" };

let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

interface ReportFacts {
  readonly from?: string;
  readonly reporter?: string;
  readonly email?: string;
  readonly id: string;
  /** Messages from an address of its own, all failing. */
  readonly failing?: number;
}

function writeReport({ reporter = "google.com", email = "noreply@google.com", id, failing = FAILING }: ReportFacts) {
  return aReport({ reporter, email, reportId: id, records: [{ count: failing }] });
}

function writeMail(facts: ReportFacts): Buffer {
  const { from = "noreply@google.com" } = facts;
  const head = `From: ${from}\nSubject: Report Domain: example.com\nMIME-Version: 1.0\nContent-Type: text/xml\n\n`;
  return Buffer.from(`${head}${writeReport(facts)}\n`.replaceAll("\n", "\r\n"));
}

/** A mail of google.com that encloses another, as an answer or a bounce does. */
function encloseMail(mail: Buffer): Buffer {
  const head = [
    "From: mailer-daemon@google.com",
    "Subject: Undeliverable",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), mail, Buffer.from("\r\n--b--\r\n")]);
}

/** A kind of forgery, and the reason that its reports must show. */
interface Forgery {
  readonly reason: string;
  readonly write: (id: string, sender: MailSender) => Promise<Buffer>;
  /** The id of a true report; absent: an id of its own. */
  readonly id?: string;
}

const evil = { domain: "evil.example" };
const google = { domain: "google.com" };

const forgeries: readonly Forgery[] = [
  { reason: "no-signature", write: async (id) => writeMail({ id }) },
  { reason: "unaligned", write: (id, sender) => sender.sign(writeMail({ id }), evil) },
  {
    reason: "bad-signature",
    async write(id, sender) {
      const signed = await sender.sign(writeMail({ id }), google);
      return Buffer.from(signed.toString().replace(`<count>${FAILING}<`, `<count>${FAILING + 1}<`));
    },
  },
  { reason: "reporter-mismatch", write: (id, sender) => sender.sign(writeMail({ id, from: "a@evil.example" }), evil) },
  {
    reason: "reporter-mismatch",
    write: (id, sender) => sender.sign(writeMail({ id, from: "a@evil.example", email: "a@evil.example" }), evil),
  },
  { reason: "no-signature", write: (id, sender) => sender.sign(encloseMail(writeMail({ id })), google) },
  { reason: "no-signature", id: "true-before", write: async (id) => writeMail({ id }) },
  { reason: "no-signature", id: "true-after", write: async (id) => writeMail({ id }) },
];

test("1,000 forged reports change no total, no alert and no failure event", { timeout: 300_000 }, async () => {
  const { submit, readState, sender, setCounting, removeDisplaced } = service;
  const submitTrue = async (id: string) => {
    const [outcome] = await submit([await sender.sign(writeMail({ id, failing: 100 }), google)]);
    return outcome;
  };
  expect(await submitTrue("true-before")).toBe("stored");
  const before = await readState();
  expect(before).toMatchObject({ messages: 100, sources: 100, days: 100, trusts: { dmarc: 1 }, failureEvents: 1 });

  const kinds = Array.from({ length: FORGED }, (_, index) => forgeries[index % forgeries.length]);
  const mails = kinds.map((kind, index) => kind?.write(kind.id ?? `forged-${index}`, sender) ?? Buffer.from(""));
  const outcomes = await submit(await Promise.all(mails));
  const ofKind = (index: number) => new Set(outcomes.filter((_, position) => position % forgeries.length === index));
  expect([0, 1, 2, 3, 4, 5].map(ofKind)).toEqual(Array.from({ length: 6 }, () => new Set(["stored"])));
  expect(ofKind(6)).toEqual(new Set(["conflict unauthenticated"]));
  expect(ofKind(7)).toEqual(new Set(["stored", "duplicate same-report"]));
  const forged = { ...before, trusts: { dmarc: 1, ...countReasons() } };
  expect(await readState()).toEqual(forged);

  expect(await submitTrue("true-after")).toBe("stored");
  await removeDisplaced();
  const own = (FORGED / forgeries.length) * 6;
  const reasons = countReasons();
  const trusts = { dmarc: 2, ...reasons, "none: no-signature": reasons["none: no-signature"] - 1 };
  expect(await readState()).toEqual({
    messages: 200,
    sources: 200,
    days: 200,
    newest: before.newest,
    trusts,
    failureEvents: 2,
  });

  await setCounting(true);
  const altered = FORGED / forgeries.length;
  const all = 200 + own * FAILING + altered;
  expect(await readState()).toMatchObject({ messages: all, sources: all, days: all, trusts });
});

test("an organization may count only reporters that are known or long-standing", { timeout: 60_000 }, async () => {
  const { submit, readState, sender, setCounting, setCountedReporters, age } = service;
  await setCounting(false);
  const before = (await readState()).messages ?? 0;
  const small = { from: "dmarc@small.example", reporter: "Small Mail Server", email: "dmarc@small.example" };
  const send = async (id: string, facts: Partial<ReportFacts> = small, domain = "small.example") =>
    submit([await sender.sign(writeMail({ ...facts, id, failing: 1000 }), { domain })]);
  await setCountedReporters("known");
  expect(await send("small-new")).toEqual(["stored"]);
  expect(await readState()).toMatchObject({ messages: before, trusts: { "none: new-reporter": 1 } });
  expect(await send("small-new")).toEqual(["duplicate same-report"]);
  await send("google-known", {}, "google.com");
  expect(await readState()).toMatchObject({ messages: before + 1000 });
  await age();
  await send("small-old");
  expect(await readState()).toMatchObject({ messages: before + 2000, trusts: { "none: new-reporter": 1 } });
  await setCountedReporters("proven");
  expect(await send("small-new")).toEqual(["duplicate same-report"]);
});

/** Reports of the first six kinds, each stored, and of the last kind one, until its true report comes. */
function countReasons() {
  const each = FORGED / forgeries.length;
  return {
    "none: no-signature": 2 * each + 1,
    "none: unaligned": each,
    "none: bad-signature": each,
    "none: reporter-mismatch": 2 * each,
  };
}

function startService() {
  return startParts(async (started) => {
    const dns = await startDnsServer();
    started.defer(() => dns.stop());
    const sender = createMailSender(dns);
    for (const domain of ["google.com", "evil.example", "small.example"])
      sender.publish(domain, { dmarc: "v=DMARC1; p=reject" });
    const { url: databaseUrl, stop } = await startMetadataStore();
    started.defer(stop);
    const secretsKey = randomBytes(32).toString("base64");
    const metadata = await createMetadataStore({ url: databaseUrl, secretsKey });
    started.defer(() => metadata.close());
    const log = createPostgresLog({ connectionString: databaseUrl, partitions: 3, onRetry: () => undefined });
    started.defer(() => log.close());
    await log.prepare();
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-forged-"));
    started.defer(() => rm(folder, { recursive: true, force: true }));
    await createMigratedFolder(join(folder, "clickhouse"));
    const records = await createRecordStore({ path: join(folder, "clickhouse") });
    started.defer(() => records.close());
    const context = { log, metadata, logger: createLogger({ app: "test", level: "silent" }), metrics: createMetrics() };
    const onFatal = (error: Error) => {
      throw error;
    };
    const writer = await createRecordWriter({ ...context, records, lingerMs: 0, onFatal });
    started.defer(() => writer.stop());
    const options = { spoolFolder: folder, limits: OPERATOR_LIMITS, dnsServers: [dns.address] };
    const ingest = createIngest({ ...context, ...options, metrics: createMetrics() });
    started.defer(() => ingest.stop());

    const organizationId = (await metadata.tenants.createOrganization({ name: "Test", plan: "enterprise" })).id;
    const { verified } = await metadata.domains.saveVerifiedDomains(organizationId, ["example.com"]);
    const domainId = verified[0]?.domainId ?? "";
    const hook = { url: "https://hooks.example.com/", events: ["report.failure"], secret: null, active: true };
    await metadata.delivery.createWebhook(organizationId, hook);
    let isCounting = false;
    let receivedAt = new Date("2026-10-02T00:00:00Z");

    async function submitOne(mail: Buffer): Promise<string> {
      const submission = { id: createSubmissionId(), receivedAt, name: "mail.eml" };
      const body = (async function* () {
        yield mail;
      })();
      const route = { organizationId: null, addDomains: false };
      await ingest.submit({ ...submission, channel: "smtp", body, transfer }, route);
      return submission.id;
    }

    /** Submits mails with one report each, and returns the final outcomes. */
    async function submit(mails: readonly Buffer[]): Promise<string[]> {
      const ids: string[] = [];
      // The DNS server runs in this process: more at a time would let its answers come too late.
      for (let start = 0; start < mails.length; start += 50)
        ids.push(...(await Promise.all(mails.slice(start, start + 50).map(submitOne))));
      for (;;) {
        const arrivals = await metadata.intake.readArrivals(ids);
        if (arrivals.every(({ outcome }) => isFinal(outcome))) {
          const byId = new Map(arrivals.map((arrival) => [arrival.submissionId, arrival]));
          return ids.map((id) => [byId.get(id)?.outcome, byId.get(id)?.reason].filter(Boolean).join(" "));
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }

    async function readState() {
      const counted = isCounting ? "all" : "authentic";
      const [day] = await metadata.reports.readReportDays(organizationId, { ...period, counted });
      const page = await records.listSources(organizationId, { ...period, counted, page: 1, perPage: 10 });
      const [source] = await Array.fromAsync(page.sources);
      const subjects = await metadata.watch.listAlertDomains({ domainIds: [domainId], afterId: "", limit: 1 });
      const keys = subjects.map((subject) => ({ ...subject, domainId: subject.domain.id }));
      const days = (await records.readDomainDays(keys, period)).get(domainId);
      const silence = (await metadata.watch.readSilences(keys, "2100-01-01")).get(domainId);
      const { reports } = await metadata.reports.listReports(organizationId, { ...period, page: 1, perPage: 2000 });
      const listed = Map.groupBy(reports, ({ trust, trustReason }) =>
        trustReason ? `${trust}: ${trustReason}` : trust,
      );
      const events = await executeSql(databaseUrl, "SELECT 1 FROM events WHERE type = 'report.failure'");
      return {
        messages: day?.messages,
        sources: source?.messages,
        days: days?.[0]?.messages,
        newest: silence?.latestDay,
        trusts: Object.fromEntries([...listed].map(([name, group]) => [name, group.length])),
        failureEvents: events.length,
      };
    }

    return {
      sender,
      submit,
      readState,
      async setCounting(counts: boolean) {
        isCounting = counts;
        await metadata.tenants.setCountUnauthenticated(organizationId, counts);
      },
      async setCountedReporters(counted: "proven" | "known") {
        await metadata.tenants.setCountedReporters(organizationId, counted);
        receivedAt = new Date();
      },
      /** Makes all reporters long-standing. */
      async age() {
        await executeSql(databaseUrl, "UPDATE reporters SET first_day = current_date - 30");
      },
      /** What the background work of the API does. */
      async removeDisplaced() {
        const displaced = await metadata.reports.listDisplacedReports();
        await records.deleteReports(announce(organizationId), organizationId, { reports: displaced });
        await metadata.reports.finishDisplacedReports(displaced);
      },
    };
  });
}
