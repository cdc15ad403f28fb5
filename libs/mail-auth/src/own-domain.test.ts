// Whom a domain speaks for: names of a provider's customers, and names that DNS separates from their parent.
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { authenticateMail } from "./authenticate-mail.ts";
import { judgeReport, type ReporterClaims, type ReportTrust } from "./judge-report.ts";
import { type MailAuthentication, MailAuthOutageError } from "./mail-authentication.ts";
import { findOwnDomain } from "./own-domain.ts";
import { createMailResolver, type Resolve } from "./resolver.ts";
import { createMailSender, type MailSender } from "./testing/index.ts";

let dns: TestDnsServer;
let sender: MailSender;
let resolve: Resolve;

beforeAll(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns, 1024);
});

beforeEach(() => {
  resolve = createMailResolver({ servers: [dns.address], timeoutMs: 200 });
});

afterAll(() => dns.stop());

const reject = "v=DMARC1; p=reject";
const separated = { dmarc: `${reject}; psd=n` };

async function authenticate(from: string, domain: string): Promise<MailAuthentication> {
  const mail = Buffer.from(`From: ${from}\r\nTo: a@b.example\r\nSubject: Report\r\n\r\nreport\r\n`);
  return authenticateMail(await sender.sign(mail, { domain }), { resolve });
}

interface Sent extends Partial<ReporterClaims> {
  readonly from: string;
  /** Signs; absent: the domain of `from`. */
  readonly domain?: string;
}

async function judge({ from, domain, ...claims }: Sent): Promise<ReportTrust> {
  const mail = await authenticate(from, domain ?? from.slice(from.indexOf("@") + 1));
  return judgeReport(mail, { reporter: "", email: from, extraContactInfo: null, fileName: "r.xml", ...claims });
}

const mismatch = { trust: "none", reason: "reporter-mismatch" };

test("a name that a provider gives to any customer vouches for itself, and not for the provider", async () => {
  sender.publish("mailgun.org", { dmarc: reject });
  sender.publish("sandbox1.mailgun.org");
  const from = "postmaster@sandbox1.mailgun.org";
  for (const reporter of ["Mailgun", "mailgun.org", "sandbox2.mailgun.org.", "Mailgun Technologies, Inc."]) {
    expect(await judge({ from, reporter })).toMatchObject({ ...mismatch, reporterDomain: "sandbox1.mailgun.org" });
  }
  expect(await judge({ from, reporter: "x", email: "postmaster@mailgun.org" })).toMatchObject(mismatch);
  const own = await judge({ from, reporter: "sandbox1.mailgun.org" });
  expect(own).toMatchObject({ trust: "dmarc", reporterDomains: ["sandbox1.mailgun.org"] });
  expect(await judge({ from: "dmarc@mailgun.org", reporter: "Mailgun" })).toMatchObject({ trust: "dmarc" });
});

test("a customer's signature does not prove the provider's own addresses, although DMARC passes", async () => {
  sender.publish("sendgrid.net", { dmarc: reject });
  sender.publish("u1.wl1.sendgrid.net");
  const mail = await authenticate("dmarc@sendgrid.net", "u1.wl1.sendgrid.net");
  expect(mail).toMatchObject({ provenBy: "none", reason: "unaligned" });
});

test.each([
  ["a.onmicrosoft.com", "b.onmicrosoft.com"],
  ["a.azurecomm.net", "azurecomm.net"],
  ["u1.wl1.sendgrid.net", "u2.wl1.sendgrid.net"],
  ["a.my.salesforce.com", "salesforce.com"],
  ["a.zendesk.com", "zendesk.com"],
  ["5000001.brevosend.com", "5000002.brevosend.com"],
  ["a.github.io", "b.github.io"],
  ["a.myshopify.com", "b.myshopify.com"],
])("%s does not speak for %s", (fromDomain, other) => {
  const mail = { provenBy: "dmarc", reason: null, fromDomain, fromAddress: null, subject: "" } as const;
  const claims = { reporter: other, email: `a@${other}`, extraContactInfo: null, fileName: "r.xml" };
  expect(judgeReport(mail, claims)).toMatchObject({ ...mismatch, reporterDomain: fromDomain });
});

test("a name that DNS separates by psd=n speaks for itself and its hosts, and not for its parent", async () => {
  sender.publish("google.com", { dmarc: reject });
  sender.publish("lent.google.com", separated);
  sender.publish("mx.lent.google.com");
  for (const from of ["a@lent.google.com", "a@mx.lent.google.com"]) {
    const found = { ...mismatch, reporterDomain: "lent.google.com" };
    expect(await judge({ from, reporter: "google.com" })).toMatchObject(found);
    expect(await judge({ from, reporter: "Google", email: "a@google.com" })).toMatchObject(found);
    const own = { trust: "dmarc", reporterDomain: "lent.google.com" };
    expect(await judge({ from, reporter: "lent.google.com" })).toMatchObject(own);
  }
  expect(await judge({ from: "a@google.com", domain: "lent.google.com" })).toMatchObject({ reason: "unaligned" });
  expect(await judge({ from: "a@google.com", reporter: "google.com" })).toMatchObject({ trust: "dmarc" });
});

test("a name below one with psd=y is an organization of its own", async () => {
  sender.publish("registry.example", { dmarc: `${reject}; PSD = Y` });
  sender.publish("a.registry.example");
  const other = await judge({ from: "x@a.registry.example", reporter: "b.registry.example", email: null });
  expect(other).toMatchObject({ ...mismatch, reporterDomain: "a.registry.example" });
});

test("without psd a host speaks for its parent, with and without DMARC records", async () => {
  sender.publish("dmarc.yahoo.com");
  const found = { trust: "dkim", reporterDomain: "yahoo.com" };
  expect(await judge({ from: "a@dmarc.yahoo.com", reporter: "Yahoo" })).toMatchObject(found);
  sender.publish("reports.small.example", { dmarc: `${reject}; psd=u` });
  const small = await judge({ from: "a@reports.small.example", reporter: "Small" });
  expect(small).toMatchObject({ trust: "dmarc", reporterDomain: "small.example" });
});

test("of two records none counts, and what only looks like the tag is none", async () => {
  dns.setTxt("_dmarc.two.many.example", `${reject}; psd=n`, reject);
  dns.setTxt("_dmarc.odd.many.example", `${reject}; rua=mailto:psd=n@b.example`);
  dns.setTxt("_dmarc.old.many.example", "v=DMARC2; psd=n");
  for (const name of ["two.many.example", "odd.many.example", "old.many.example"]) {
    expect(await findOwnDomain(name, resolve)).toBe("many.example");
  }
});

test("a mail whose domain may be separated waits while DNS does not answer", async () => {
  sender.publish("cut.shaky.example", { dmarc: reject });
  dns.fail("_dmarc.shaky.example", "servfail");
  await expect(judge({ from: "a@cut.shaky.example" })).rejects.toThrow(MailAuthOutageError);
  dns.remove("_dmarc.shaky.example");
  resolve = createMailResolver({ servers: [dns.address] });
  expect(await judge({ from: "a@cut.shaky.example" })).toMatchObject({ reporterDomain: "shaky.example" });
});

test("a walk asks at most eight questions, and none for a name that has no parent of its own", async () => {
  const before = dns.asked.length;
  expect(await findOwnDomain(`${"a.".repeat(40)}walk.example`, resolve)).toBe("walk.example");
  expect(dns.asked.slice(before)).toHaveLength(7);
  expect(await findOwnDomain(`${"a.".repeat(40)}walk.co.uk`, resolve)).toBe("walk.co.uk");
  const after = dns.asked.length;
  expect(await findOwnDomain("walk.example", resolve)).toBe("walk.example");
  expect(await findOwnDomain("a.mailgun.org", resolve)).toBe("a.mailgun.org");
  expect(dns.asked).toHaveLength(after);
});

test("the walk goes on with seven labels, as RFC 9989 says", async () => {
  dns.setTxt("_dmarc.f.e.d.c.b.deep.example", `${reject}; psd=y`);
  expect(await findOwnDomain("i.h.g.f.e.d.c.b.deep.example", resolve)).toBe("g.f.e.d.c.b.deep.example");
  expect(await findOwnDomain("f.e.d.c.b.deep.example", resolve)).toBe("deep.example");
});
