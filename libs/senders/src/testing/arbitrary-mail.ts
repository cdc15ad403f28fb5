import fc from "fast-check";
import type { AuthResult, DomainContext, MailGroup, Override, SourceMail } from "../rules/source-mail.ts";

/** Names that rules tell apart, and text that is not to be trusted. */
const domain = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("example.com", "mail.example.com", "news.example.com", "example.org", "sendgrid.net"),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "amazonses.com",
      "gmail.com",
      "example.onmicrosoft.com",
      "example-com.1.gappssmtp.com",
      "lists.example.org",
      "mcsv.net",
      "zendesk.com",
      "",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 400 }) },
);
/** Reporters also name what is no domain. */
const envelopeDomain = fc.oneof(
  { weight: 8, arbitrary: domain },
  { weight: 2, arbitrary: fc.constantFrom("NULL", "localhost", "no_domain", "mailer@example.com", " ") },
);
const result = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      "pass",
      "pass",
      "fail",
      "softfail",
      "none",
      "neutral",
      "temperror",
      "permerror",
      "Pass",
      "invalid",
      "policy",
      "policy",
      "hardfail",
      "discard",
      "",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 400 }) },
);
const envelope: fc.Arbitrary<AuthResult> = fc.record({ domain: envelopeDomain, result });
const signature: fc.Arbitrary<AuthResult> = fc.oneof(
  fc.record({ domain, result }),
  fc.record({
    domain,
    result,
    selector: fc.oneof(fc.constantFrom("s1", "google"), fc.string({ unit: "binary", maxLength: 400 })),
  }),
);

export const mailGroup: fc.Arbitrary<MailGroup> = fc.record({
  messages: fc.nat({ max: 1000 }),
  leftOut: fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.subarray(["dkim", "spf"] as const) },
  ),
  headerFrom: fc.oneof(fc.constantFrom("example.com", "news.example.com"), domain),
  dmarcPass: fc.boolean(),
  dkimAligned: fc.boolean(),
  spfAligned: fc.boolean(),
  disposition: fc.constantFrom("none", "quarantine", "reject"),
  dkim: fc.array(signature, { maxLength: 4 }),
  spf: fc.array(envelope, { maxLength: 2 }),
  reasons: fc.array(
    fc.oneof(fc.constantFrom("forwarded", "mailing_list", "local_policy", "arc"), fc.string({ unit: "binary" })),
    {
      maxLength: 2,
    },
  ),
});

export const sourceMail: fc.Arbitrary<SourceMail> = fc.record({
  sourceIp: fc.ipV4(),
  hostname: fc.oneof(
    fc.constantFrom(
      ...[null, "mail.example.com", "lists.example.org", "vps-1.ovh.net"],
      ...["o1.ptr1.sendgrid.net", "a8-27.smtp-out.amazonses.com", "mail-ej1-f54.google.com"],
    ),
    fc.string({ unit: "binary", maxLength: 400 }),
  ),
  asn: fc.constantFrom(null, 11377, 64496),
  groups: fc.array(mailGroup, { maxLength: 6 }),
});

const override: fc.Arbitrary<Override> = fc.record({
  kind: fc.constantFrom("source", "service", "domain"),
  value: fc.oneof(fc.constantFrom("SendGrid", "example.org"), fc.string({ unit: "binary", maxLength: 400 })),
  ours: fc.boolean(),
});

export const domainContext: fc.Arbitrary<DomainContext> = fc.record({
  domain: fc.constant("example.com"),
  passingServices: fc.constantFrom(new Set<string>(), new Set(["SendGrid", "Google Workspace"])),
  passingDomains: fc.constantFrom(new Set<string>(), new Set(["example.com"])),
  overrides: fc.array(override, { maxLength: 2 }),
});
