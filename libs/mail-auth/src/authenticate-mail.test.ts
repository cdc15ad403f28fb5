import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticateMail } from "./authenticate-mail.ts";
import { MailAuthOutageError } from "./mail-authentication.ts";
import { createMailResolver, type Resolve } from "./resolver.ts";
import { createMailSender, type MailSender } from "./testing/index.ts";

let dns: TestDnsServer;
let sender: MailSender;
let resolve: Resolve;

const reject = { dmarc: "v=DMARC1; p=reject" };
const transfer = { clientAddress: "192.0.2.1", helo: "mx.google.example", mailFrom: "bounces@google.example" };

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
  sender.publish("google.example", { ...reject, spf: "v=spf1 ip4:192.0.2.1 -all" });
  sender.publish("mail.google.example");
  sender.publish("evil.example", { ...reject, spf: "v=spf1 ip4:192.0.2.66 -all" });
  sender.publish("plain.example", { spf: "v=spf1 ip4:192.0.2.1 -all" });
  resolve = createMailResolver({ servers: [dns.address], timeoutMs: 200 });
});

afterAll(() => dns.stop());

function createMail(from: string, { body = "report\r\n", fields = "" } = {}): Buffer {
  return Buffer.from(`From: ${from}\r\nTo: a@b.example\r\nSubject: Report Domain: b.example\r\n${fields}\r\n${body}`);
}

async function judge(mail: Buffer, options: { transfer?: typeof transfer } = {}): Promise<string> {
  const { provenBy, reason } = await authenticateMail(mail, { ...options, resolve });
  return reason === null ? provenBy : `${provenBy}: ${reason}`;
}

test("an aligned signature of a domain with a DMARC record passes DMARC, also one of a subdomain", async () => {
  const mail = createMail("noreply@google.example");
  expect(await judge(await sender.sign(mail, { domain: "google.example" }))).toBe("dmarc");
  expect(await judge(await sender.sign(mail, { domain: "mail.google.example" }))).toBe("dmarc");
});

test("bare line feeds, as files have them, do not break a signature", async () => {
  const mail = await sender.sign(createMail("noreply@google.example"), { domain: "google.example" });
  expect(await judge(Buffer.from(mail.toString("latin1").replaceAll("\r\n", "\n"), "latin1"))).toBe("dmarc");
});

test("SPF counts only for the SMTP session that transferred the mail", async () => {
  const mail = createMail("noreply@google.example");
  expect(await judge(mail, { transfer })).toBe("dmarc");
  expect(await judge(mail)).toBe("none: no-signature");
  expect(await judge(mail, { transfer: { ...transfer, clientAddress: "192.0.2.9" } })).toBe("none: no-signature");
});

test("without a DMARC record an aligned signature, or else aligned SPF, proves the domain", async () => {
  const mail = createMail("noreply@plain.example");
  const session = { ...transfer, mailFrom: "noreply@plain.example" };
  expect(await judge(await sender.sign(mail, { domain: "plain.example" }), { transfer: session })).toBe("dkim");
  expect(await judge(mail, { transfer: session })).toBe("spf");
  expect(await judge(mail, { transfer })).toBe("none: unaligned");
});

test("the proof names the signature and what it covers, or the domain of the SMTP session", async () => {
  const mail = createMail("Reports <NoReply@Google.example>");
  const fields = ["from", "subject", "from"];
  const signed = await sender.sign(mail, { domain: "mail.google.example", fields });
  const both = await sender.sign(signed, { domain: "evil.example" });
  expect(await authenticateMail(both, { resolve, transfer })).toMatchObject({
    provenBy: "dmarc",
    fromAddress: "NoReply@google.example",
    proof: { kind: "dkim", domain: "mail.google.example", selector: "test", signedFields: fields },
  });
  const sent = { kind: "spf", domain: "google.example", selector: null, signedFields: [] };
  expect((await authenticateMail(mail, { resolve, transfer })).proof).toEqual(sent);
  expect(await authenticateMail(mail, { resolve })).toMatchObject({ proof: null, fromDomain: "google.example" });
});

test("a signature of another domain proves nothing", async () => {
  const mail = createMail("noreply@google.example");
  expect(await judge(await sender.sign(mail, { domain: "evil.example" }))).toBe("none: unaligned");
});

test("an altered body, an altered From and a signature over a part of the body prove nothing", async () => {
  const signed = await sender.sign(createMail("noreply@google.example"), { domain: "google.example" });
  const alter = (from: string, to: string) => Buffer.from(signed.toString("latin1").replace(from, to), "latin1");
  expect(await judge(alter("\r\nreport", "\r\nforged"))).toBe("none: bad-signature");
  expect(await judge(alter("noreply@", "another@"))).toBe("none: bad-signature");
  const part = await sender.sign(createMail("noreply@google.example"), { domain: "google.example", bodyBytes: 8 });
  expect(await judge(part)).toBe("dmarc");
  expect(await judge(Buffer.concat([part, Buffer.from("appended\r\n")]))).toBe("none: bad-signature");
});

test("a mail without exactly one From domain proves nothing", async () => {
  const two = createMail("noreply@google.example", { fields: "From: other@evil.example\r\n" });
  expect(await judge(await sender.sign(two, { domain: "google.example" }))).toBe("none: no-from");
  const same = createMail("noreply@plain.example", { fields: "From: other@plain.example\r\n" });
  expect(await judge(await sender.sign(same, { domain: "plain.example" }))).toBe("none: no-from");
  const list = createMail("noreply@google.example, other@evil.example");
  expect(await judge(await sender.sign(list, { domain: "google.example" }))).toBe("none: no-from");
  expect(await judge(Buffer.from("Subject: x\r\n\r\nreport"))).toBe("none: no-from");
});

test("a weak key and a revoked key prove nothing", async () => {
  const weak = createMailSender(dns, 768);
  weak.publish("weak.example", reject);
  const mail = createMail("noreply@weak.example");
  expect(await judge(await weak.sign(mail, { domain: "weak.example" }))).toBe("none: bad-signature");
  dns.setTxt("test._domainkey.revoked.example", "v=DKIM1; p=");
  const revoked = createMail("noreply@revoked.example");
  expect(await judge(await sender.sign(revoked, { domain: "revoked.example" }))).toBe("none: bad-signature");
});

test("a signature with SHA-1 proves nothing", async () => {
  const mail = createMail("noreply@google.example");
  const old = await sender.sign(mail, { domain: "google.example", algorithm: "rsa-sha1" });
  expect(await judge(old)).toBe("none: bad-signature");
});

test("signatures beyond the tenth are not verified", async () => {
  const mail = createMail("noreply@google.example");
  const hidden = await sender.sign(mail, { domain: "google.example" });
  const many = await sender.sign(hidden, { domain: "evil.example", signatures: 10 });
  expect(await judge(many)).toBe("none: unaligned");
  const few = await sender.sign(hidden, { domain: "evil.example", signatures: 9 });
  expect(await judge(few)).toBe("dmarc");
});

test("a header that readers understand differently proves nothing, whatever is in the mail", async () => {
  const signed = await sender.sign(createMail("noreply@google.example"), { domain: "google.example" });
  expect(await judge(Buffer.concat([Buffer.from("X-Any: \0\r\n"), signed]), { transfer })).toBe("none: ambiguous");
});

test("a mail of more lines of dashes than are read proves nothing", async () => {
  const fields = "Content-Type: multipart/mixed; boundary=b\r\n";
  const mail = createMail("noreply@google.example", { fields, body: "--a\r\n".repeat(110_000) });
  const signed = await sender.sign(mail, { domain: "google.example", fields: ["from"] });
  expect(await judge(signed)).toBe("none: unsigned-structure");
});

test("over 5,000 lines of signed fields, and signatures that name too much, are not verified", async () => {
  const folded = createMail("noreply@google.example", { fields: `X: x${"\r\n x".repeat(5001)}\r\n` });
  const folds = await sender.sign(folded, { domain: "google.example", fields: ["from", "x"] });
  expect(await judge(folds)).toBe("none: too-costly");
  const mail = createMail("noreply@google.example");
  const name = (count: number, text: string) => ["from", ...Array.from({ length: count }, (_, at) => `${text}${at}`)];
  expect(await judge(await sender.sign(mail, { domain: "google.example", fields: name(199, "x") }))).toBe("dmarc");
  const many = await sender.sign(mail, { domain: "google.example", fields: name(200, "x") });
  expect(await judge(many)).toBe("none: bad-signature");
  const long = await sender.sign(mail, { domain: "google.example", fields: name(199, "x".repeat(90)) });
  expect(await judge(long)).toBe("none: bad-signature");
});

test("a header beyond 256 KiB proves nothing", async () => {
  const long = createMail("noreply@google.example", { fields: `X: ${"x".repeat(300_000)}\r\n` });
  expect(await judge(await sender.sign(long, { domain: "google.example" }))).toBe("none: too-costly");
});

test("a question that DNS does not answer is an outage only if its answer could prove the sender", async () => {
  dns.fail("test._domainkey.shaky.example", "servfail");
  dns.setTxt("_dmarc.shaky.example", reject.dmarc);
  const shaky = await sender.sign(createMail("noreply@shaky.example"), { domain: "shaky.example" });
  await expect(judge(shaky)).rejects.toThrow(MailAuthOutageError);
  sender.publish("silent.example");
  dns.fail("_dmarc.silent.example", "silence");
  const silent = await sender.sign(createMail("noreply@silent.example"), { domain: "silent.example" });
  await expect(judge(silent)).rejects.toThrow(MailAuthOutageError);
  dns.fail("_dmarc.shaky", "servfail");
  sender.publish("host.shaky");
  const below = await sender.sign(createMail("noreply@host.shaky"), { domain: "host.shaky" });
  await expect(judge(below)).rejects.toThrow(MailAuthOutageError);
  const foreign = await sender.sign(createMail("noreply@google.example"), { domain: "shaky.example" });
  expect(await judge(foreign)).toBe("none: bad-signature");
  const both = await sender.sign(foreign, { domain: "google.example" });
  expect(await judge(both)).toBe("dmarc");
});

test("an SPF record that includes a name without an answer is an outage", async () => {
  dns.setTxt("included.example", "v=spf1 include:_spf.elsewhere.example -all");
  dns.setTxt("_dmarc.included.example", reject.dmarc);
  dns.fail("_spf.elsewhere.example", "servfail");
  const mail = createMail("noreply@included.example");
  const session = { ...transfer, mailFrom: "noreply@included.example" };
  await expect(judge(mail, { transfer: session })).rejects.toThrow(MailAuthOutageError);
});

test.each([
  ["bytes of UTF-8", "Submitter: Gооgle.com"],
  ["encoded words", "=?utf-8?b?U3VibWl0dGVyOiBH0L7QvmdsZS5jb20=?="],
  ["encoded words over two lines", "=?utf-8?q?Submitter:_G=D0=BE?=\r\n =?utf-8?q?=D0=BEgle.com?="],
])("a subject of %s is what a mail program shows", async (_, subject) => {
  const mail = Buffer.from(`From: a@google.example\r\nSubject: ${subject}\r\n\r\nreport\r\n`);
  expect(await authenticateMail(mail, { resolve })).toMatchObject({ subject: "Submitter: Gооgle.com" });
});
