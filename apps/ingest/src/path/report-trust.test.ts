import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { createMailAuthenticator, type MailAuthenticator } from "@ruaflow/mail-auth";
import { createMailSender, type MailSender } from "@ruaflow/mail-auth/testing";
import type { Channel } from "@ruaflow/report";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportDocument } from "../reading/document.ts";
import { readEntries } from "../reading/read-entries.ts";
import { spoolBody } from "../spool.ts";
import { writeReport } from "../testing/write-report.ts";
import { createTrustOfReports } from "./report-trust.ts";

let dns: TestDnsServer;
let sender: MailSender;
let mailAuthenticator: MailAuthenticator;

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
  sender.publish("google.com", { dmarc: "v=DMARC1; p=reject", spf: "v=spf1 ip4:192.0.2.1 -all" });
  mailAuthenticator = createMailAuthenticator({ servers: [dns.address] });
});

afterAll(async () => {
  await mailAuthenticator.stop();
  await dns.stop();
});

const google = { domain: "google.com" };
const transfer = { clientAddress: "192.0.2.1", helo: "mx.google.com", mailFrom: "bounces@google.com" };

function writeMail(body: Buffer, type = "text/xml"): Buffer {
  return Buffer.concat([Buffer.from(`From: noreply@google.com\r\nContent-Type: ${type}\r\n\r\n`), body]);
}

interface JudgeOptions {
  readonly channel?: Channel;
  readonly isTransferred?: boolean;
  readonly knownProof?: "dmarc" | "none";
}

/** The trust of each report in a submission. */
async function judge(body: Buffer, { channel = "smtp", isTransferred, knownProof }: JudgeOptions = {}) {
  async function* read() {
    yield body;
  }
  const spool = await spoolBody(read(), { bytesMax: 10_000_000, folder: "/unused" });
  const submission = { id: "sub_1", receivedAt: new Date(), channel, name: "mail", body: read() };
  const rest = { fromDomain: "google.com", fromAddress: null, proof: null, subject: "" };
  const known = { provenBy: knownProof ?? "none", reason: null, ...rest } as const;
  const trust = createTrustOfReports({
    submission: { ...submission, ...(isTransferred && { transfer }) },
    spool,
    mailAuthenticator,
    ...(knownProof && { readKnownProof: async () => known }),
  });
  const found: string[] = [];
  const options = { name: "mail", limits: { envelope: {}, xml: {} }, spoolPath: "/unused" };
  for await (const { path, found: entry } of readEntries(read(), options)) {
    if (entry.kind !== "report") continue;
    const document: ReportDocument = entry.document;
    const judged = await trust.judge({ document, path, mail: entry.mail });
    found.push(judged.trustReason ?? judged.trust);
  }
  return found;
}

const report = writeReport("example.com");

test("uploads and imports are trusted as such, whatever they hold", async () => {
  expect(await judge(writeMail(report), { channel: "upload" })).toEqual(["upload"]);
  expect(await judge(writeMail(report), { channel: "import" })).toEqual(["import"]);
});

test("a file in a folder or a bucket is the operator's, a mail there is judged by its signature", async () => {
  for (const channel of ["folder", "s3"] as const) {
    expect(await judge(report, { channel })).toEqual(["import"]);
    expect(await judge(writeMail(report), { channel })).toEqual(["no-signature"]);
    expect(await judge(await sender.sign(writeMail(report), google), { channel })).toEqual(["dmarc"]);
  }
});

test("what comes by mail is judged as a mail, even if it does not look like one", async () => {
  for (const channel of ["smtp", "imap"] as const) {
    expect(await judge(report, { channel })).toEqual(["no-from"]);
  }
});

test("the SMTP session proves a mail without signature", async () => {
  expect(await judge(writeMail(report), { isTransferred: true })).toEqual(["dmarc"]);
  expect(await judge(writeMail(report))).toEqual(["no-signature"]);
});

test("a forwarded report is judged by its own mail, and neither mail vouches for the other", async () => {
  const signed = await sender.sign(writeMail(report), google);
  const forward = (mail: Buffer, more = "") => {
    const head = `From: a@company.example\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n`;
    return Buffer.from(
      `${head}--b\r\nContent-Type: message/rfc822\r\n\r\n${mail.toString("latin1")}\r\n${more}--b--\r\n`,
    );
  };
  expect(await judge(forward(signed))).toEqual(["dmarc"]);
  const forged = `--b\r\nContent-Type: text/xml\r\n\r\n${report.toString()}\r\n`;
  expect(await judge(forward(signed, forged))).toEqual(["dmarc", "no-signature"]);
  const enclosing = await sender.sign(
    Buffer.from(forward(writeMail(report)).toString("latin1").replace("a@company.example", "bounces@google.com")),
    google,
  );
  expect(await judge(enclosing)).toEqual(["no-signature"]);
});

test("what was proven on arrival stays, although keys and sessions are gone", async () => {
  expect(await judge(writeMail(report), { knownProof: "dmarc" })).toEqual(["dmarc"]);
});

test("mails inside a submission are authenticated one after the other, also after a failure", async () => {
  let running = 0;
  let most = 0;
  const authenticate: MailAuthenticator["authenticate"] = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    throw new Error("no DNS");
  };
  const body = (async function* () {
    yield writeReport("example.com");
  })();
  const spool = await spoolBody(body, { bytesMax: 10_000_000, folder: "/unused" });
  const trust = createTrustOfReports({
    submission: { id: "sub_1", receivedAt: new Date(), channel: "imap", name: "mail", body },
    spool,
    mailAuthenticator: { authenticate, stop: async () => undefined },
  });
  const options = { name: "mail", limits: { envelope: {}, xml: {} }, spoolPath: "/unused" };
  const { value: entry } = await readEntries(spool.read(), options).next();
  if (entry?.found.kind !== "report") throw new Error("no report");
  const { document } = entry.found;
  const judged = [1, 2, 3].map((byte) => trust.judge({ document, path: "r.xml", mail: new Uint8Array([byte]) }));
  const results = await Promise.allSettled(judged);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(most).toBe(1);
});
