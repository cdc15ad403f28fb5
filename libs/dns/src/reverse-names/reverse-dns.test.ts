import { afterAll, beforeAll, expect, test } from "vitest";
import { startDnsServer, type TestDnsServer } from "../testing/index.ts";
import { createReverseDns, type ReverseDns } from "./index.ts";
import { toArpaName } from "./names.ts";

let server: TestDnsServer;
let dns: ReverseDns;

beforeAll(async () => {
  server = await startDnsServer();
  dns = createReverseDns({ servers: [server.address], timeoutMs: 300 });
});

afterAll(() => server.stop());

test("a name that leads back to its address is confirmed, with the TTL of its address record", async () => {
  server.setPtr("198.51.100.1", "Mail.Example.COM");
  server.setAddresses("mail.example.com", ["198.51.100.200", "198.51.100.1"], 7200);
  const expected = { kind: "confirmed", hostname: "mail.example.com", ttlS: 7200 };
  expect(await dns.lookUpName("198.51.100.1")).toEqual(expected);
});

test("the same for IPv6, in any spelling", async () => {
  expect(toArpaName("2001:db8::567:89ab")).toBe(
    "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  );
  server.setPtr("2001:db8::25", "six.example.com");
  server.setAddresses("six.example.com", ["198.51.100.1", "2001:db8::25"], 60);
  const expected = { kind: "confirmed", hostname: "six.example.com", ttlS: 60 };
  expect(await dns.lookUpName("2001:DB8:0:0::25")).toEqual(expected);
});

test("a name with other addresses, or without any, is only claimed", async () => {
  server.setPtr("198.51.100.2", "mail.google.example");
  server.setAddresses("mail.google.example", ["198.51.100.3", "2001:db8::2"]);
  server.setPtr("198.51.100.3", "nowhere.example");
  expect(await dns.lookUpName("198.51.100.2")).toEqual({ kind: "unconfirmed", hostname: "mail.google.example" });
  expect(await dns.lookUpName("198.51.100.3")).toEqual({ kind: "unconfirmed", hostname: "nowhere.example" });
});

test("an address without a name has an answer, not a failure", async () => {
  server.setAddresses(toArpaName("198.51.100.5"), []);
  expect(await dns.lookUpName("198.51.100.4")).toEqual({ kind: "absent" });
  expect(await dns.lookUpName("198.51.100.5")).toEqual({ kind: "absent" });
});

test("a failure of either lookup is a failure, never an absence", async () => {
  server.fail(toArpaName("198.51.100.6"), "servfail");
  server.fail(toArpaName("198.51.100.7"), "silence");
  expect(await dns.lookUpName("198.51.100.6")).toEqual({ kind: "failed", reason: "ESERVFAIL" });
  expect(await dns.lookUpName("198.51.100.7")).toEqual({ kind: "failed", reason: "ETIMEOUT" });
  server.setPtr("198.51.100.8", "broken.example");
  server.fail("broken.example", "servfail");
  expect(await dns.lookUpName("198.51.100.8")).toEqual({ kind: "failed", reason: "ESERVFAIL" });
});

test("aliases are followed: of the reverse name (RFC 2317) and of the name", async () => {
  const arpaName = toArpaName("198.51.100.9");
  const target = "9.0-15.100.51.198.in-addr.arpa";
  server.setAlias(arpaName, target, [{ type: "PTR", name: target, data: "alias.example" }]);
  const records = [{ type: "A", name: "real.example", ttl: 4000, data: "198.51.100.9" }] as const;
  server.setAlias("alias.example", "real.example", records);
  expect(await dns.lookUpName("198.51.100.9")).toMatchObject({ kind: "confirmed", hostname: "alias.example" });
});

test("of several names the first confirmed one counts, whatever their order; at most three are tried", async () => {
  server.setAddresses("b.example", ["198.51.100.10"]);
  server.setAddresses("d.example", ["198.51.100.10"]);
  server.setPtr("198.51.100.10", "d.example", "b.example", "a.example");
  expect(await dns.lookUpName("198.51.100.10")).toMatchObject({ kind: "confirmed", hostname: "b.example" });
  server.setPtr("198.51.100.10", "d.example", "a1.example", "a2.example", "a3.example");
  expect(await dns.lookUpName("198.51.100.10")).toEqual({ kind: "unconfirmed", hostname: "a1.example" });
  expect(server.asked.slice(-4)).toEqual([toArpaName("198.51.100.10"), "a1.example", "a2.example", "a3.example"]);
});

test.each([
  ["markup", "<script>alert(1)</script>.example"],
  ["a formula", "=cmd.example"],
  ["a space", "mail example.com"],
  ["a control character", "mail\u0007.example"],
  ["an underscore", "_dmarc.example.com"],
  ["not ASCII", "b\u00fccher.example"],
  ["one label", "localhost"],
  ["a hyphen at the edge", "-mail.example"],
  ["an address", "198.51.100.11"],
])("a name with %s is not a host name", async (_, name) => {
  server.setPtr("198.51.100.11", name);
  server.setAddresses(name, ["198.51.100.11"]);
  expect(await dns.lookUpName("198.51.100.11")).toEqual({ kind: "absent" });
});

test("the limit of queries per second counts both queries of a lookup", async () => {
  const paced = createReverseDns({ servers: [server.address], perSecondMax: 20 });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 3 }, () => paced.lookUpName("198.51.100.1")));
  expect(performance.now() - startedAt).toBeGreaterThan(240);
});

test("closing ends the lookups that are under way, and all later ones", async () => {
  const patient = createReverseDns({ servers: [server.address], timeoutMs: 10_000 });
  server.fail(toArpaName("198.51.100.12"), "silence");
  const answer = patient.lookUpName("198.51.100.12");
  await expect.poll(() => server.asked.at(-1)).toBe(toArpaName("198.51.100.12"));
  patient.close();
  expect(await answer).toEqual({ kind: "failed", reason: "ECANCELLED" });
  expect(await patient.lookUpName("198.51.100.1")).toEqual({ kind: "failed", reason: "ECANCELLED" });
});
