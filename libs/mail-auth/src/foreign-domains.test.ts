// A name that is a domain counts for that domain only.
import { expect, test } from "vitest";
import { judgeReport } from "./judge-report.ts";
import { listNamedDomains } from "./names/named-domains.ts";

function judge(from: string, reporter: string, provenBy: "dmarc" | "dkim" | "spf" = "dmarc"): string {
  const fromDomain = from.slice(from.indexOf("@") + 1);
  const mail = { provenBy, reason: null, fromDomain, fromAddress: from, subject: "" } as const;
  const claims = { reporter, email: from, extraContactInfo: null, fileName: "r.xml" };
  const { trust, reason } = judgeReport(mail, claims);
  return reason ?? trust;
}

const evil = "dmarc@evil.example";

test.each([
  "psdn.example",
  "PSDN.Example.",
  "mail.psdn.example",
  "Report by psdn.example",
  "psdn.example Inc.",
  "dmarc@psdn.example",
  "https://psdn.example/",
  "evil.example (psdn.example)",
  "evil.example.psdn.example",
  "psdn dot example",
  "psdn (dot) example",
  "psdn。example",
  "ｐｓｄｎ．ｅｘａｍｐｌｅ",
  "small-bank.co.uk",
  "пример.рф",
  "xn--e1afmkfd.xn--p1ai",
])("a report that names another domain is not believed, however that domain stands in the name: %s", (reporter) => {
  for (const proof of ["dmarc", "dkim", "spf"] as const) expect(judge(evil, reporter, proof)).toBe("reporter-mismatch");
});

test.each([
  "evil.example",
  "mx.evil.example",
  "EVIL.example GmbH",
  "evil dot example",
  "Mail of evil.example, Hamburg",
  "Acme Co.Ltd",
  "Acme Co.,Ltd.",
  "Acme B.V.",
  "Firma a.s.",
  "St.John Clinic",
  "v1.2 Mail",
  "Polka Dot Mail",
])("a name without another domain is believed: %s", (reporter) => {
  expect(judge(evil, reporter)).toBe("dmarc");
});

test("a company may name each of its domains, one that reports for another the other's, and a gateway its customers'", () => {
  expect(judge("postmaster@hatch.com", "hatchusa.com")).toBe("dmarc");
  expect(judge("noreply@dmarc25.jp", "docomo.ne.jp")).toBe("dmarc");
  expect(judge("MAILER-DAEMON@esa1.hc1.iphmx.com", "new-customer.example")).toBe("dmarc");
  expect(judge("MAILER-DAEMON@esa1.hc1.iphmx.com", "google.com")).toBe("reporter-mismatch");
});

test.each([
  "Alphabet Inc",
  "Alphabet",
  "Amazon Simple Email",
  "Mail dot Ru",
  "Mail (dot) ru",
  "Web dot de",
  "Гугл",
  "ГУГЛ ООО",
  "谷歌",
  "グーグル",
  "Яндекс",
  "Майкрософт",
])("a known reporter's other names need its domain, too: %s", (reporter) => {
  expect(judge(evil, reporter)).toBe("reporter-mismatch");
});

test("their owners may use them, and others may have Alphabet as a part of theirs", () => {
  expect(judge("noreply-dmarc-support@google.com", "Alphabet Inc.")).toBe("dmarc");
  expect(judge("postmaster@amazonses.com", "Amazon Simple Email Service")).toBe("dmarc");
  expect(judge("dmarc_support@corp.mail.ru", "Mail dot Ru")).toBe("dmarc");
  expect(judge("dmarc@alphabet-energy.example", "Alphabet Energy Partners")).toBe("dmarc");
});

test("a text that is longer than any name is not searched for domains, and not believed", () => {
  for (const part of ["a.", ".", "a.b ", "dot ", "(", "é."]) {
    const long = `${part.repeat(30_000)} psdn.example`;
    expect(listNamedDomains(long)).not.toContain("psdn.example");
    expect(judge(evil, long)).toBe("reporter-mismatch");
  }
});
