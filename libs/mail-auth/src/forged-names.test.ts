import { expect, test } from "vitest";
import { judgeReport } from "./judge-report.ts";
import { type ForgedName, oldForgeries, otherForgeries } from "./testing/index.ts";

function judge({ from = "dmarc@evil.example", reporter = "evil.example", email = from, ...more }: ForgedName): string {
  const fromDomain = from.slice(from.indexOf("@") + 1);
  const mail = { provenBy: "dmarc", reason: null, fromDomain, fromAddress: from, subject: more.subject ?? "" } as const;
  const fileName = `mail.eml > ${more.file ?? "r.xml"}`;
  const { trust, reason } = judgeReport(mail, { reporter, email, extraContactInfo: more.contact ?? null, fileName });
  return reason ?? trust;
}

test("a domain that is proven cannot report in another's name, however it writes it", () => {
  expect(otherForgeries.length).toBeGreaterThan(100);
  const believed = [...oldForgeries, ...otherForgeries].filter((forged) => judge(forged) !== "reporter-mismatch");
  expect(believed).toEqual([]);
});

test("names that only resemble a known one are their owners'", () => {
  const honest: readonly ForgedName[] = [
    { reporter: "Apple Tree Ltd" },
    { reporter: "Orange County Water District" },
    { reporter: "Small Mail Server" },
    { reporter: "" },
    { reporter: "Почта" },
    { reporter: "日本メール株式会社" },
    { reporter: "Müller & Söhne GmbH" },
    { from: "a@my-web.de", reporter: "my-web.de" },
    { from: "a@apple.example", reporter: "apple.example" },
    { from: "a@mx.apple.isp.example", reporter: "apple.isp.example" },
    { from: "a@xn--mller-kva.example", reporter: "müller.example" },
    { from: "dmarc@small.example", reporter: "small.example", email: "admin@gmail.com" },
  ];
  expect(honest.filter((one) => judge(one) !== "dmarc")).toEqual([]);
});

test("a provider of mailboxes reports from addresses that no user can have", () => {
  const honest: readonly ForgedName[] = [
    { from: "noreply@dmarc.yahoo.com", reporter: "Yahoo", email: "dmarchelp@yahooinc.com" },
    { from: "abuse_dmarc@abuse.aol.com", reporter: "AOL" },
    { from: "noreply-dmarc@sicher.gmx.net", reporter: "GMX", file: "gmx.net!example.com!1!2.xml" },
    { from: "noreply-dmarc@sicher.web.de", reporter: "WEB.DE" },
    { from: "dmarc_support@corp.mail.ru", reporter: "Mail.Ru", contact: "http://help.mail.ru/mail-help" },
    { from: "noreply-dmarc@zoho.com", reporter: "zoho.com" },
    { from: "dmarc-support@wp.pl", reporter: "wp.pl" },
    { from: "abuse@163.com", reporter: "163.com" },
    { from: "abuse@seznam.cz", reporter: "seznam.cz a.s." },
    { from: "Postmaster@t-online.de", reporter: "T-Online" },
  ];
  expect(honest.filter((one) => judge(one) !== "dmarc")).toEqual([]);
  const users = [
    "abuse.team@seznam.cz",
    "xabuse@seznam.cz",
    "postmaster+x@t-online.de",
    "dmarc@gmx.net",
    "noreply@outlook.com",
  ];
  expect(users.filter((from) => judge({ from, reporter: from.split("@")[1] ?? "" }) !== "reporter-mismatch")).toEqual(
    [],
  );
});

test("the work on a hostile name is bounded", () => {
  const started = performance.now();
  for (const part of ["a", "a ", "aA", "1a", "rn", "\u0301", "ﷺ", "xn--a.", "go ", "|"]) {
    for (const length of [999, 60_000]) judge({ reporter: part.repeat(length / part.length) });
  }
  expect(performance.now() - started).toBeLessThan(2000);
});
