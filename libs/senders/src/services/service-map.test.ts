import { expect, test } from "vitest";
import { createServiceMap, parseServices, shippedServices } from "../index.ts";

/** An entry with what the test needs; the rest is of any form. */
function createEntry(fields: Readonly<Record<string, unknown>>) {
  const names = { hostnames: [], dkim_domains: [], spf_domains: [] };
  const text = { operator: "Example", category: "own", advice: null, documentation: "https://example.com/mail" };
  return { ...names, ...text, ...fields };
}

const parse = (...entries: readonly Readonly<Record<string, unknown>>[]) => parseServices(entries.map(createEntry));

const ours = {
  name: "Our mail server",
  hostnames: ["mail.example.com", "static.12.34.56.78.clients.your-server.de"],
  dkim_domains: ["example.com"],
  spf_domains: ["example.com"],
  asns: [11377],
};

test("an override wins over a shipped service for the same kind of evidence", () => {
  const { findService, findServiceOfDomain } = createServiceMap(shippedServices, parse(ours));
  const owner = (evidence: Parameters<typeof findService>[0]) => findService(evidence)?.service.name;
  expect(owner({ hostname: "static.12.34.56.78.clients.your-server.de" })).toBe("Our mail server");
  expect(owner({ hostname: "static.12.34.56.79.clients.your-server.de" })).toBe("Hetzner");
  expect(owner({ asn: 11377 })).toBe("Our mail server");
  expect(owner({ hostname: "mail.example.com" })).toBe("Our mail server");
  expect(findServiceOfDomain("a.example.com")?.name).toBe("Our mail server");
});

test("an override wins whichever suffix is longer", () => {
  const wide = parse({ name: "All of Amazon", category: "hosting", hostnames: ["amazonses.com"], dkim_domains: [] });
  const { findService } = createServiceMap(shippedServices, wide);
  expect(findService({ hostname: "a8-27.smtp-out.amazonses.com" })?.service.name).toBe("All of Amazon");
});

test("the organization's own domain does not make servers of a mailbox provider its own", () => {
  const { findService } = createServiceMap(shippedServices, parse(ours));
  const evidence = { hostname: "mail-ej1-f54.google.com", spfDomains: ["example.com"], dkimDomains: ["example.com"] };
  expect(findService(evidence)?.service.name).toBe("Google Workspace");
});

test("an override may say what is sent through a shipped service", () => {
  const newsletter = parse({ name: "Our newsletter", dkim_domains: ["news.example.com"], part_of: "Mailchimp" });
  const { findService } = createServiceMap(shippedServices, newsletter);
  const hostname = "mail240.atl61.mcsv.net";
  expect(findService({ hostname, dkimDomains: ["news.example.com"] })?.service.name).toBe("Our newsletter");
  expect(findService({ hostname, dkimDomains: ["mcsv.net"] })?.service.name).toBe("Mailchimp");
});

test("an override with the name of a shipped service takes its place", () => {
  const { findService } = createServiceMap(
    shippedServices,
    parse({ name: "SendGrid", category: "marketing", hostnames: ["relay.example.net"] }),
  );
  expect(findService({ hostname: "relay.example.net" })?.service.category).toBe("marketing");
  expect(findService({ hostname: "o1.ptr1234.sendgrid.net" })).toBeNull();
});

test("of services below one another, the longer suffix wins, and belongs to the one that says it is a part", () => {
  const wide = { name: "Wide", hostnames: ["a.example"] };
  const { findService } = createServiceMap(
    parse(wide, { name: "Narrow", hostnames: ["mail.a.example"], part_of: "Wide" }),
  );
  expect(findService({ hostname: "x.mail.a.example" })?.service.name).toBe("Narrow");
  expect(findService({ hostname: "x.a.example" })?.service.name).toBe("Wide");
});

const a = { name: "A", hostnames: ["a.example"] };

test.for([
  [[a, { name: "A", hostnames: ["b.example"] }], "A stands in A and A"],
  [[a, { name: "B", hostnames: ["a.example"] }], "a.example stands in A and B"],
  [
    [a, { name: "B", hostnames: ["x.a.example"] }],
    "x.a.example of B lies below a.example of A, of which it is not a part",
  ],
  [
    [{ name: "A", hostnames: ["a.example", "x.a.example"] }],
    "x.a.example of A is needless, since a.example stands there",
  ],
  [
    [
      { name: "A", spf_domains: ["a.example"] },
      { name: "B", spf_domains: ["a.example"] },
    ],
    "a.example stands in A and B",
  ],
  [
    [
      { name: "A", dkim_domains: ["a.example"] },
      { name: "B", dkim_domains: ["a.example"] },
    ],
    "a.example stands in A and B",
  ],
  [
    [
      { name: "A", asns: [64496] },
      { name: "B", asns: [64496] },
    ],
    "AS64496 stands in A and B",
  ],
  [[{ name: "A" }], "A has nothing by which it can be found"],
  [[{ ...a, part_of: "B" }], "A is part of B, which is no service"],
  [
    [{ name: "A", hostnames: ["1.2.3.4.5.6.7.8.9.a.example"] }],
    "1.2.3.4.5.6.7.8.9.a.example of A has more than 10 labels",
  ],
] as const)("entries that contradict each other are refused: %j", ([entries, sentence]) => {
  expect(() => createServiceMap(parse(...entries))).toThrow(`services contradict each other: ${sentence}`);
  expect(() => createServiceMap(shippedServices, parse(...entries))).toThrow(sentence);
});

test("of very many conflicts, the first ten are told", () => {
  const entries = Array.from({ length: 5000 }, (_, index) => ({ name: `A${index}`, hostnames: ["a.example"] }));
  const sentence = /stands in A0 and A10; and 4989 more$/;
  expect(() => createServiceMap(parse(...entries))).toThrow(sentence);
});

test("of networks within one another the smaller one wins, and that of an override before both", () => {
  const shipped = parse(
    { name: "Wide", networks: ["192.0.0.0/16", "2001:db8::/32"] },
    { name: "Narrow", networks: ["192.0.2.0/24"] },
  );
  const { findService } = createServiceMap(shipped, parse({ name: "Ours", networks: ["192.0.0.0/17"] }));
  const owner = (sourceIp: string) => findService({ sourceIp })?.service.name;
  expect(createServiceMap(shipped).findService({ sourceIp: "192.0.2.1" })?.service.name).toBe("Narrow");
  expect([owner("192.0.2.1"), owner("192.0.200.1"), owner("2001:db8::1")]).toEqual(["Ours", "Wide", "Wide"]);
});

test("a network with an address that is none is refused by its name", () => {
  expect(() => createServiceMap(parse({ name: "Wrong", networks: ["999.0.0.0/8"] }))).toThrow(
    "999.0.0.0/8 of Wrong is not a network",
  );
});

test("a suffix may name different services for different kinds of evidence", () => {
  const { findService } = createServiceMap(parse(a, { name: "B", dkim_domains: ["a.example"] }));
  expect(findService({ hostname: "x.a.example" })?.service.name).toBe("A");
  expect(findService({ dkimDomains: ["x.a.example"] })?.service.name).toBe("B");
});
