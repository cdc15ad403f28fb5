import type { MailGroup, SourceMail } from "@ruaflow/record-store/mail";
import { shippedServiceMap } from "@ruaflow/senders";
import { expect, test } from "vitest";
import { addClasses } from "./add-class.ts";
import type { Finding } from "./finding.ts";

const now = new Date("2026-10-20T12:00:00Z");
const NAME = "example.com";

function mail(sourceIp: string, messages: number, changes: Partial<MailGroup>): SourceMail {
  const group = {
    ...{ domainId: "dom_a", messages, headerFrom: NAME, dmarcPass: false, dkimAligned: false, spfAligned: false },
    ...{ disposition: "none", dkim: [], spf: [], reasons: [], ...changes },
  };
  return { sourceIp, groups: [group], rest: { passed: 0, failed: 0, spfAligned: 0, dkimAligned: 0 } };
}
const spoofed = mail("203.0.113.9", 900, { spf: [{ domain: NAME, result: "fail" }] });
const unset = mail("198.51.100.1", 60, { dkim: [{ domain: "sendgrid.net", result: "pass" }] });
const mails = [unset, spoofed];

/** Stores of this mail, and the questions about it. */
function createStores() {
  const asked: string[] = [];
  const stores = {
    services: shippedServiceMap,
    readFacts: async (addresses: readonly string[]) =>
      new Map(addresses.map((address) => [address, { hostname: null, asn: null, organization: null, country: null }])),
    metadata: {
      sources: { readSenderOverrides: async () => [] },
      domains: { readDomainNames: async () => new Map([["dom_a", NAME]]) },
    },
    records: {
      async *streamSourceMail() {
        asked.push("all");
        yield* mails;
      },
      async readSourceMail(_: string, { addresses }: { readonly addresses: readonly string[] }) {
        asked.push(addresses.join(" "));
        return mails.filter(({ sourceIp }) => addresses.includes(sourceIp));
      },
      readDomainContext: async () => [{ domainId: "dom_a", passingDomains: [NAME], passingSources: [] }],
    },
  };
  return { asked, stores: stores as unknown as Parameters<typeof addClasses>[0] };
}

const finding = (rule: Finding["rule"], changes: Partial<Finding> = {}): Finding => ({
  ...{ rule, sourceIp: null, value: 1, threshold: 1, isCrossed: true, summary: "", since: null, ...changes },
});

interface Asked {
  readonly open?: readonly { readonly rule: string; readonly sourceIp: string | null }[];
  readonly of?: "all" | "legitimate";
}

async function add(findings: readonly Finding[], { open = [], of = "legitimate" }: Asked = {}) {
  const { stores, asked } = createStores();
  const domain = { id: "dom_a", name: NAME, alertRules: { pass_rate: { of } } };
  const subject = { organizationId: "org", domain, countUnauthenticated: false, alerts: open };
  const found = await addClasses(stores, { subject: subject as never, findings }, now);
  return { asked, classes: found.map(({ class: name, cause }) => [name, cause]) };
}

const misconfigured = ["misconfigured", "dkim_signed_by_service"];
const forged = ["spoofed", "spoofed_no_identity"];
const nothing = [undefined, undefined];

test("an alert about a source has the source's class and cause; all sources are read at once", async () => {
  const sources = ["203.0.113.9", "198.51.100.1", "192.0.2.200"].map((sourceIp) => finding("new_source", { sourceIp }));
  const { classes, asked } = await add(sources);
  expect(classes).toEqual([forged, misconfigured, nothing]);
  expect(asked).toEqual(["203.0.113.9 198.51.100.1 192.0.2.200"]);
});

test("an alert about rates and volumes has those of most of the mail that counts, read once", async () => {
  const both = [finding("pass_rate"), finding("failure_volume")];
  expect(await add(both)).toEqual({ classes: [misconfigured, misconfigured], asked: ["all"] });
  expect(await add(both, { of: "all" })).toEqual({ classes: [forged, misconfigured], asked: ["all"] });
});

test("no mail is read of an alert that is open already, of a threshold that is not crossed, or of one about no mail", async () => {
  const findings = [
    finding("new_source", { sourceIp: "203.0.113.9" }),
    finding("pass_rate", { isCrossed: false }),
    finding("missing_reports"),
  ];
  const open = [{ rule: "new_source", sourceIp: "203.0.113.9" }];
  expect(await add(findings, { open })).toEqual({ classes: [nothing, nothing, nothing], asked: [] });
});
