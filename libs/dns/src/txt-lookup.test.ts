import { afterAll, beforeAll, expect, test } from "vitest";
import { startDnsServer, type TestDnsServer } from "./testing/index.ts";
import { createDns, type Dns, parseDnsServers } from "./txt-lookup.ts";

let first: TestDnsServer;
let second: TestDnsServer;
let dns: Dns;

beforeAll(async () => {
  [first, second] = [await startDnsServer(), await startDnsServer()];
  dns = createDns({ servers: [first.address, second.address], timeoutMs: 100 });
});

afterAll(async () => {
  await first.stop();
  await second.stop();
});

test("the strings of one record are joined, several records stay separate", async () => {
  first.setTxt("joined.example", ["v=DMARC1; ", "p=none"], "other");
  const answer = await dns.lookUpTxt("joined.example");
  expect(answer).toEqual({ kind: "answered", texts: expect.arrayContaining(["v=DMARC1; p=none", "other"]) });
});

test("a text longer than one string is returned whole", async () => {
  const text = "x".repeat(700);
  first.setTxt("long.example", text);
  expect(await dns.lookUpTxt("long.example")).toEqual({ kind: "answered", texts: [text] });
});

test("a name or record that does not exist is an answer without texts", async () => {
  first.setTxt("below.empty.example", "x");
  expect(await dns.lookUpTxt("nowhere.example")).toEqual({ kind: "answered", texts: [] });
  expect(await dns.lookUpTxt("empty.example")).toEqual({ kind: "answered", texts: [] });
  expect(await dns.lookUpTxt(`${"a.".repeat(130)}example`)).toEqual({ kind: "answered", texts: [] });
});

test("a failure of every resolver is a failure, never an absence", async () => {
  for (const server of [first, second]) {
    server.fail("broken.example", "servfail");
    server.fail("silent.example", "silence");
  }
  expect(await dns.lookUpTxt("broken.example")).toEqual({ kind: "failed", reason: "ESERVFAIL" });
  expect(await dns.lookUpTxt("silent.example")).toEqual({ kind: "failed", reason: "ETIMEOUT" });
});

test("a resolver that does not run is a failure too", async () => {
  const gone = await startDnsServer();
  await gone.stop();
  const lonely = createDns({ servers: [gone.address], timeoutMs: 100 });
  expect(await lonely.lookUpTxt("example.com")).toMatchObject({ kind: "failed" });
});

test("the second resolver is queried when the first fails, and when it has no record", async () => {
  first.fail("half.example", "servfail");
  second.setTxt("half.example", "found");
  second.setTxt("new.example", "new");
  expect(await dns.lookUpTxt("half.example")).toEqual({ kind: "answered", texts: ["found"] });
  expect(await dns.lookUpTxt("new.example")).toEqual({ kind: "answered", texts: ["new"] });
});

test("an answer without records takes precedence over a failure", async () => {
  second.fail("mixed.example", "silence");
  expect(await dns.lookUpTxt("mixed.example")).toEqual({ kind: "answered", texts: [] });
});

test("aliases are followed, by the resolver or by the lookup", async () => {
  first.setCname("one.example", "two.example");
  first.setCname("two.example", "three.example");
  first.setTxt("three.example", "target");
  first.setResolvedCname("resolved.example", "three.example", "target");
  expect(await dns.lookUpTxt("one.example")).toEqual({ kind: "answered", texts: ["target"] });
  expect(await dns.lookUpTxt("resolved.example")).toEqual({ kind: "answered", texts: ["target"] });
  first.setCname("dangling.example", "nowhere.example");
  expect(await dns.lookUpTxt("dangling.example")).toEqual({ kind: "answered", texts: [] });
});

test("a loop of aliases is a failure after a few steps", async () => {
  for (const server of [first, second]) {
    server.setCname("circle.example", "elcric.example");
    server.setCname("elcric.example", "circle.example");
  }
  const before = first.asked.length;
  expect(await dns.lookUpTxt("circle.example")).toEqual({ kind: "failed", reason: "too many aliases" });
  expect(first.asked.length - before).toBeLessThanOrEqual(18);
});

test("slow answers end a lookup as a failure, whatever the number of aliases or resolvers", async () => {
  const slow = await startDnsServer({ answerAfterMs: 60 });
  for (let alias = 0; alias < 8; alias += 1) slow.setCname(`a${alias}.example`, `a${alias + 1}.example`);
  slow.setTxt("a8.example", "at the end");
  const patient = createDns({ servers: [slow.address, slow.address, slow.address], timeoutMs: 100 });
  const startedAt = performance.now();
  expect(await patient.lookUpTxt("a0.example")).toEqual({ kind: "failed", reason: "ETIMEOUT" });
  expect(performance.now() - startedAt).toBeLessThan(900);
  expect(slow.asked.length).toBeLessThanOrEqual(10);
  await slow.stop();
});

test("every lookup queries the resolvers again", async () => {
  first.setTxt("changing.example", "old");
  await dns.lookUpTxt("changing.example");
  first.setTxt("changing.example", "new");
  expect(await dns.lookUpTxt("changing.example")).toEqual({ kind: "answered", texts: ["new"] });
});

test("the number and length of a name's texts are limited", async () => {
  const one = await startDnsServer();
  one.setTxt("many.example", ...Array.from({ length: 60 }, (_, index) => `${index}`));
  const answer = await createDns({ servers: [one.address], timeoutMs: 200 }).lookUpTxt("many.example");
  expect(answer).toMatchObject({ kind: "answered" });
  if (answer.kind === "answered") expect(answer.texts).toHaveLength(50);
  await one.stop();
});

test("a setting of resolvers is parsed, and refused when an address is invalid", () => {
  expect(parseDnsServers(" 192.0.2.1, [2001:db8::1]:5353 ,")).toEqual(["192.0.2.1", "[2001:db8::1]:5353"]);
  expect(parseDnsServers("")).toEqual([]);
  expect(() => parseDnsServers("dns.example")).toThrow("RUAFLOW_DNS_SERVERS: dns.example is not");
});
