import type { MailGroup, SourceMail } from "@ruaflow/record-store/mail";
import { shippedServiceMap } from "@ruaflow/senders";
import { expect, test } from "vitest";
import { isMuch, isMuchOfOwn, readMailAtRisk } from "./mail-at-risk.ts";
import { readSourceClasses } from "./source-classes.ts";

const NAME = "example.com";
const filter = { startDate: "2026-10-01", endDate: "2026-10-07", domainIds: ["dom_a", "dom_b"] };
const question = { filter, contextStart: "2026-09-01" };

function group(messages: number, changes: Partial<MailGroup> = {}): MailGroup {
  return {
    ...{ domainId: "dom_a", messages, headerFrom: NAME, dmarcPass: false, dkimAligned: false, spfAligned: false },
    ...{ disposition: "none", dkim: [], spf: [{ domain: NAME, result: "fail" }], reasons: [], ...changes },
  };
}
const pass = (domain: string) => ({ dkim: [{ domain, result: "pass" }], spf: [{ domain, result: "pass" }] });
const passing = (messages: number) =>
  group(messages, { ...pass(NAME), dmarcPass: true, dkimAligned: true, spfAligned: true });
const bySendGrid = (messages: number, changes: Partial<MailGroup> = {}) =>
  group(messages, { ...pass("sendgrid.net"), ...changes });

const noRest = { passed: 0, failed: 0, spfAligned: 0, dkimAligned: 0 };
const source = (sourceIp: string, ...groups: readonly MailGroup[]): SourceMail => ({ sourceIp, groups, rest: noRest });

/** Stores that have this mail. */
function storesOf(mails: Iterable<SourceMail>) {
  return {
    services: shippedServiceMap,
    readFacts: async (addresses: readonly string[]) =>
      new Map(addresses.map((address) => [address, { hostname: null, asn: null, organization: null, country: null }])),
    metadata: {
      sources: { readSenderOverrides: async () => [] },
      domains: { readDomainNames: async (_: string, ids: readonly string[]) => new Map(ids.map((id) => [id, NAME])) },
    },
    records: {
      async *streamSourceMail() {
        yield* mails;
      },
      readSourceMail: async (_: string, { addresses }: { readonly addresses: readonly string[] }) =>
        [...mails].filter(({ sourceIp }) => addresses.includes(sourceIp)),
      readDomainContext: async (_: string, { domainIds }: { readonly domainIds: readonly string[] }) =>
        domainIds.map((domainId) => ({ domainId, passingDomains: [NAME], passingSources: [] })),
    },
  } as unknown as Parameters<typeof readSourceClasses>[0];
}

test("messages of each class, those that failed, and those that receivers refused however they spell it", async () => {
  const { classes } = await readMailAtRisk(
    storesOf([
      source("192.0.2.1", passing(500)),
      source("198.51.100.1", bySendGrid(40, { disposition: "none" }), bySendGrid(7, { disposition: " Quarantine" })),
      source("203.0.113.9", group(90, { disposition: "reject" }), group(2)),
    ]),
    "org",
    question,
  );
  expect(classes).toMatchObject({
    compliant: { messages: 500, failed: 0, refused: 0 },
    misconfigured: { messages: 47, failed: 47, refused: 7 },
    spoofed: { messages: 92, failed: 92, refused: 90 },
    unknown: { messages: 0, failed: 0, refused: 0 },
  });
});

test("addresses of one service are one sender, with the cause of the largest, most failing messages first", async () => {
  const { senders } = await readMailAtRisk(
    storesOf([
      source("198.51.100.1", bySendGrid(30)),
      source("198.51.100.2", bySendGrid(50, { disposition: "reject" })),
      source("203.0.113.9", group(60)),
    ]),
    "org",
    question,
  );
  expect(senders).toEqual([
    {
      ...{ name: "SendGrid", class: "misconfigured", cause: "dkim_signed_by_service", failed: 80, refused: 50 },
      addresses: ["198.51.100.1", "198.51.100.2"],
    },
    {
      ...{ name: "203.0.113.9", class: "spoofed", failed: 60, refused: 0 },
      cause: "spoofed_no_identity",
      addresses: ["203.0.113.9"],
    },
  ]);
});

test("messages that were not told apart count as passed, or in the class of the source", async () => {
  const mail = { ...source("203.0.113.9", group(5)), rest: { ...noRest, passed: 10, failed: 20 } };
  const { classes } = await readMailAtRisk(storesOf([mail]), "org", question);
  expect([classes.compliant.messages, classes.spoofed.failed]).toEqual([10, 25]);
});

test("the largest senders are held, however many there are, and the sums have all", async () => {
  const many = Array.from({ length: 2500 }, (_, place) =>
    source(`10.${place >> 8}.${place & 255}.1`, group(place === 0 ? 900 : 1)),
  );
  const { senders, classes } = await readMailAtRisk(storesOf(many), "org", question);
  expect(senders.length).toBeLessThanOrEqual(2000);
  expect(senders[0]).toMatchObject({ name: "10.0.0.1", failed: 900 });
  expect(classes.spoofed.failed).toBe(900 + 2499);
});

test("a sender names at most 20 addresses", async () => {
  const many = Array.from({ length: 30 }, (_, place) => source(`198.51.100.${place}`, bySendGrid(1)));
  const { senders } = await readMailAtRisk(storesOf(many), "org", question);
  expect(senders).toMatchObject([{ name: "SendGrid", failed: 30 }]);
  expect(senders[0]?.addresses).toHaveLength(20);
});

test.for([
  [9, 9, false],
  [10, 1000, true],
  [10, 1001, false],
  [99, 1_000_000, false],
  [100, 1_000_000, true],
] as const)("%d failing messages of strangers beside %d legitimate ones are much: %s", ([messages, of, much]) => {
  expect(isMuch(messages, of)).toBe(much);
});

test.for([
  [2, 2, false],
  [3, 30, true],
  [3, 31, false],
  [9, 91, false],
  [10, 1000, true],
] as const)("%d failing messages of one's own beside %d legitimate ones are much: %s", ([messages, of, much]) => {
  expect(isMuchOfOwn(messages, of)).toBe(much);
});

test("a source has a class for each domain, and none where it has no mail", async () => {
  const both = source("198.51.100.1", bySendGrid(5), group(9, { domainId: "dom_b" }));
  const stores = storesOf([both, source("192.0.2.1", passing(3))]);
  const found = await readSourceClasses(stores, "org", { filter, addresses: ["198.51.100.1", "192.0.2.7"] });
  expect([...found].map(([domainId, classes]) => [domainId, ...classes])).toEqual([
    ["dom_a", ["198.51.100.1", { class: "misconfigured", cause: "dkim_signed_by_service" }]],
    ["dom_b", ["198.51.100.1", { class: "spoofed", cause: "spoofed_no_identity" }]],
  ]);
  expect(await readSourceClasses(stores, "org", { filter, addresses: [] })).toEqual(new Map());
});
