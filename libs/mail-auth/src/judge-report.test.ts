import { expect, test } from "vitest";
import { judgeReport } from "./judge-report.ts";

interface Case {
  readonly from: string;
  readonly reporter?: string;
  readonly email?: string | null;
  readonly contact?: string;
  readonly subject?: string;
  readonly file?: string;
}

function judge({ from, reporter = "", email = null, contact, subject = "", file = "r.xml" }: Case): string {
  const claims = { reporter, email, extraContactInfo: contact ?? null, fileName: `mail.eml > ${file}` };
  const { trust, reason } = judgeReport(
    { provenBy: "dmarc", reason: null, fromDomain: from, fromAddress: null, subject },
    claims,
  );
  return reason ?? trust;
}

test("honest reporters are recognized by their email address, their name or their extra contact", () => {
  const honest: readonly Case[] = [
    { from: "google.com", reporter: "google.com", email: "noreply-dmarc-support@google.com" },
    { from: "dmarc.yahoo.com", reporter: "Yahoo", email: "dmarchelp@yahooinc.com" },
    { from: "microsoft.com", reporter: "Outlook.com", email: "dmarcreport@microsoft.com" },
    { from: "microsoft.com", reporter: "Enterprise Outlook", email: "dmarcreport@microsoft.com" },
    { from: "amazonses.com", reporter: "AMAZON-SES", email: "postmaster@amazonses.com" },
    { from: "us-1.mimecastreport.com", reporter: "Mimecast", email: "no-reply@us-1.mimecastreport.com" },
    { from: "secureserver.net", reporter: "GoDaddy.com", email: "<dmarc@secureserver.net>" },
    { from: "esa1.hc4883-52.iphmx.com", reporter: "cctwincities.org", email: "MAILER-DAEMON@esa1.hc4883-52.iphmx.com" },
    { from: "vcu.edu", reporter: "vcu.edu", email: "MAILER-DAEMON@esa.vcu.iphmx.com" },
    { from: "walkerdunlop.com", reporter: "esa2.hc5968-0.iphmx.com", contact: "dmarc@walkerdunlop.com" },
    { from: "dmarc25.jp", reporter: "docomo.ne.jp", email: "noreply@dmarc25.jp" },
    { from: "hatch.com", reporter: "hatchusa.com", email: "postmaster@hatch.com" },
    { from: "fastmaildmarc.com", reporter: "Fastmail Pty Ltd", email: "reports@fastmaildmarc.com" },
    { from: "reports.example.co.uk", reporter: "Example", contact: "https://www.example.co.uk/dmarc" },
  ];
  expect(honest.map(judge)).toEqual(honest.map(() => "dmarc"));
});

test("a sender that the report does not name is a mismatch", () => {
  expect(judge({ from: "evil.example", reporter: "hatchusa.com", email: "a@hatch.com" })).toBe("reporter-mismatch");
  expect(judge({ from: "evil.example", reporter: "Example", email: null })).toBe("reporter-mismatch");
  expect(judge({ from: "evil.co.uk", reporter: "other.co.uk" })).toBe("reporter-mismatch");
  expect(judge({ from: "evil.github.io", reporter: "other.github.io" })).toBe("reporter-mismatch");
});

test("the name of a known reporter needs its domain, wherever it stands", () => {
  const evil = { from: "evil.example", email: "dmarc@evil.example" };
  expect(judge({ ...evil, reporter: "evil.example" })).toBe("dmarc");
  for (const reporter of ["google.com", "Google", "mail.google.com", "Yahoo! Inc.", "Enterprise Outlook", "mail.ru"]) {
    expect(judge({ ...evil, reporter })).toBe("reporter-mismatch");
  }
  expect(judge({ ...evil, reporter: "evil.example", subject: "Report Domain: a Submitter: google.com" })).toBe(
    "reporter-mismatch",
  );
  expect(judge({ ...evil, reporter: "evil.example", file: "google.com!a.example!1!2.xml" })).toBe("reporter-mismatch");
  expect(judge({ ...evil, reporter: "Apple Tree Ltd" })).toBe("dmarc");
});

test("a mailbox of a known provider does not make its user the reporter", () => {
  expect(judge({ from: "gmail.com", reporter: "google.com", email: "noreply@google.com" })).toBe("reporter-mismatch");
});

test("a mail that proves nothing keeps its reason", () => {
  const rest = { fromDomain: "google.com", fromAddress: null, proof: null, subject: "" };
  const mail = { provenBy: "none", reason: "unaligned", ...rest } as const;
  const claims = { reporter: "google.com", email: null, extraContactInfo: null, fileName: "r.xml" };
  expect(judgeReport(mail, claims)).toMatchObject({ trust: "none", reason: "unaligned", reporterDomain: null });
});

test("a proven domain is named, also when it is not the reporter, with the domains of its company", () => {
  const claims = { reporter: "Yahoo", email: null, extraContactInfo: null, fileName: "r.xml" };
  const mail = { provenBy: "dmarc", reason: null, fromAddress: null, subject: "" } as const;
  const yahoo = judgeReport({ ...mail, fromDomain: "dmarc.yahoo.com" }, { ...claims, email: "a@yahooinc.com" });
  expect(yahoo).toMatchObject({ trust: "dmarc", reporterDomain: "yahoo.com" });
  expect(yahoo.reporterDomains).toContain("yahooinc.com");
  const evil = { trust: "none", reporterDomain: "evil.example", reporterDomains: ["evil.example"] };
  expect(judgeReport({ ...mail, fromDomain: "mx.evil.example" }, claims)).toMatchObject(evil);
});

test("a report that nothing is proven of claims to be from all whose name or domain it has", () => {
  const fromDomain = "esa1.iphmx.com";
  const mail = { provenBy: "none", reason: "no-signature", fromDomain, fromAddress: null, subject: "" } as const;
  const contact = { extraContactInfo: "https://www.other.example/", fileName: "r.xml" };
  const claimed = judgeReport(mail, { reporter: "Mimecast", email: "a@mx.small.example", ...contact }).claimedDomains;
  expect(claimed).toEqual(expect.arrayContaining(["iphmx.com", "small.example", "other.example", "mimecast.com"]));
  expect(judgeReport(mail, { reporter: "Small", email: null, ...contact }).claimedDomains).not.toContain(
    "mimecast.com",
  );
});

test("the sender's domain and the domains of addresses are names, too: none may look like a known reporter", () => {
  for (const from of [
    "9oo9le.com",
    "mx.g00gle.example",
    "xn--ggle-55da.com",
    "gmaii.example",
    "micros0ft-mail.example",
  ]) {
    expect(judge({ from, reporter: "Small Mail Server", email: `dmarc@${from}` })).toBe("reporter-mismatch");
  }
  const small = { from: "small.example", reporter: "Small Mail Server", contact: "https://small.example/" };
  expect(judge({ ...small, email: "dmarc@9oo9le.com" })).toBe("reporter-mismatch");
  expect(judge({ ...small, email: "dmarc@other.example" })).toBe("dmarc");
  expect(judge({ from: "small.example", reporter: "dmarc@9oo9le.com", email: "a@small.example" })).toBe(
    "reporter-mismatch",
  );
});

test("a reporter whose own name is near a known one is not believed; one letter more of difference, and it is", () => {
  const near = { Hackspace: "hackspace.example", Comcat: "comcat.example", Yaho: "yaho.example" };
  const far = { Hackspot: "hackspot.example", Compart: "compart.example", Yahtzee: "yahtzee.example" };
  const judgeOwn = ([reporter, from]: [string, string]) => judge({ from, reporter, email: `dmarc@${from}` });
  expect(Object.entries(near).map(judgeOwn)).toEqual(["reporter-mismatch", "reporter-mismatch", "reporter-mismatch"]);
  expect(Object.entries(far).map(judgeOwn)).toEqual(["dmarc", "dmarc", "dmarc"]);
});
