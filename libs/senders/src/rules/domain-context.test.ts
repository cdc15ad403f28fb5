import { expect, test } from "vitest";
import { sampleServiceMap as services } from "../testing/sample-services.ts";
import { createDomainContext } from "./domain-context.ts";
import type { MailGroup, SourceMail } from "./source-mail.ts";

const passing: MailGroup = {
  messages: 5,
  headerFrom: "example.com",
  dmarcPass: true,
  dkimAligned: true,
  spfAligned: false,
  disposition: "none",
  dkim: [{ domain: "mail.example.com", selector: "s1", result: "pass" }],
  spf: [{ domain: "sendgrid.net", result: "pass" }],
  reasons: [],
};

function from(hostname: string | null, group: Partial<MailGroup>): SourceMail {
  return { sourceIp: "192.0.2.1", hostname, asn: null, groups: [{ ...passing, ...group }] };
}

test("a service that signs for the domain is its own, and the domains that aligned are known", () => {
  const context = createDomainContext("example.com", [from("o1.sendgrid.net", {})], { services });
  expect([...context.passingServices]).toEqual(["SendGrid"]);
  expect([...context.passingDomains]).toEqual(["mail.example.com"]);
});

test.each([
  ["a service that fails", from("o1.sendgrid.net", { dmarcPass: false })],
  ["a service of which no message was counted", from("o1.sendgrid.net", { messages: 0 })],
  ["a gateway that passed signed mail on", from("eu-1.mimecast.com", { spf: [] })],
  [
    "a service that is named by a signature only",
    from(null, { spf: [], dkim: [...passing.dkim, { domain: "mcsv.net", result: "pass" }] }),
  ],
])("%s is not the domain's own", (_, mail) => {
  expect(createDomainContext("example.com", [mail], { services }).passingServices.size).toBe(0);
});

test.each([
  ["SPF lists it", { spfAligned: true, spf: [{ domain: "example.com", result: "pass" }] }],
  ["its selector signed", { dkim: [{ domain: "example.com", selector: "google", result: "pass" }] }],
])("a mailbox provider, which forwards, is the domain's own where %s", (_, group) => {
  const context = createDomainContext("example.com", [from("mail-ej1-f54.google.com", group)], { services });
  expect([...context.passingServices]).toEqual(["Google Workspace"]);
});

test("domains that pass unaligned, or in mail that fails, are not the domain's", () => {
  const mails = [from(null, { dkimAligned: false, spfAligned: false }), from(null, { dmarcPass: false })];
  expect(createDomainContext("example.com", mails, { services }).passingDomains.size).toBe(0);
});
