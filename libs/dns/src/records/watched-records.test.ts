import { expect, onTestFinished, test } from "vitest";
import { startDnsServer } from "../testing/index.ts";
import { createDns, type TxtAnswer } from "../txt-lookup.ts";
import { describeChange } from "../watched-records/describe-change.ts";
import { listChanges } from "../watched-records/list-changes.ts";
import { isProvenBy } from "./inspect-claim.ts";
import type { Claim } from "./required-records.ts";
import { lookUpWatchedRecords, toRecordValue } from "./watched-records.ts";

const claim: Claim = {
  domain: "example.com",
  verificationToken: "token",
  mailboxToken: "box",
  createdAt: new Date("2026-01-01T00:00:00Z"),
  reportDomain: "reports.ruaflow.example",
};

const answered = (...texts: string[]): TxtAnswer => ({ kind: "answered", texts });
const failed: TxtAnswer = { kind: "failed", reason: "ESERVFAIL" };

test("every record of a claim is looked up at its own name, each with its own answer", async () => {
  const server = await startDnsServer();
  onTestFinished(() => server.stop());
  server.setTxt("_dmarc.example.com", "v=DMARC1; p=none");
  server.fail("_mta-sts.example.com", "servfail");
  const dns = createDns({ servers: [server.address], timeoutMs: 200 });
  expect(await lookUpWatchedRecords(dns, claim)).toEqual([
    { record: "dmarc", host: "_dmarc.example.com", answer: answered("v=DMARC1; p=none") },
    { record: "mta_sts", host: "_mta-sts.example.com", answer: failed },
    { record: "verification", host: "_ruaflow-verification.example.com", answer: answered() },
    {
      record: "report_authorization",
      host: "example.com._report._dmarc.reports.ruaflow.example",
      answer: answered(),
    },
  ]);
  const own = await lookUpWatchedRecords(dns, { ...claim, domain: "ruaflow.example" });
  expect(own.map(({ record }) => record)).not.toContain("report_authorization");
});

/** A clock that stands still until it is moved to the next moment that someone waits for. */
function createClock() {
  const waiting: { readonly atMs: number; readonly resolve: () => void }[] = [];
  let nowMs = 0;
  return {
    now: () => nowMs,
    sleep: (ms: number) => new Promise<void>((resolve) => waiting.push({ atMs: nowMs + ms, resolve })),
    waits: () => waiting.length,
    moveOn() {
      const [next] = waiting.sort((one, other) => one.atMs - other.atMs).splice(0, 1);
      nowMs = next?.atMs ?? nowMs;
      next?.resolve();
    },
  };
}

test("no resolver gets more queries than allowed, and waiting is not a failure", async () => {
  const server = await startDnsServer();
  onTestFinished(() => server.stop());
  const clock = createClock();
  // A lookup may take 50 s, and the last one waits for 390 s. Each needs two queries: for the record and for an alias.
  const dns = createDns({ servers: [server.address], timeoutMs: 10_000, perSecondMax: 0.1, clock });
  const lookups = Array.from({ length: 20 }, () => dns.lookUpTxt("absent.example"));
  for (let query = 1; query < 40; query += 1) {
    await expect
      .poll(() => [server.asked.length, clock.waits()], { interval: 1 })
      .toEqual([query, Math.min(20, 40 - query)]);
    expect(clock.now()).toBe(10_000 * (query - 1));
    clock.moveOn();
  }
  const answers = await Promise.all(lookups);
  expect([server.asked.length, new Set(answers.map(({ kind }) => kind))]).toEqual([40, new Set(["answered"])]);
});

test("the value of a record does not depend on the order or repetition of its texts", () => {
  expect(toRecordValue("verification", ["b", "a", "a"], 100)).toBe("a\nb");
  expect(toRecordValue("verification", ["a", "b"], 100)).toBe("a\nb");
  expect(toRecordValue("dmarc", ["google-site-verification=1"], 100)).toBeNull();
  expect(toRecordValue("dmarc", ["other", "v=DMARC1; p=none"], 100)).toBe("v=DMARC1; p=none");
  expect(toRecordValue("mta_sts", ["v=STSv1; id=1", "v=spf1 -all"], 100)).toBe("v=STSv1; id=1");
});

test("untrusted texts become one line each, without control characters, within the size limit", () => {
  expect(toRecordValue("verification", ["a\u0000b\nc\u009b"], 100)).toBe("a\u{fffd}b\u{fffd}c\u{fffd}");
  expect(toRecordValue("verification", ["x".repeat(5000)], 2048)).toHaveLength(2048);
  expect(toRecordValue("verification", ["😀😀"], 3)).toBe("😀\u{fffd}");
});

const changes: [string | null, string | null, string[]][] = [
  ["v=DMARC1; p=none", "v=DMARC1; p=none", []],
  [null, "v=DMARC1; p=none", ["record added"]],
  ["v=DMARC1; p=none", null, ["record removed"]],
  ["v=DMARC1; p=none", "v=DMARC1; p=reject", ["p: none → reject"]],
  ["v=DMARC1; p=none; rua=mailto:a@example.com", "v=DMARC1; p=none", ["rua removed"]],
  ["v=DMARC1; p=none", "v=DMARC1; p=none; sp=reject", ["sp added: reject"]],
  ["v=DMARC1; p=none", "v=DMARC1;p=none;", ["written differently, with the same meaning"]],
  [
    "v=DMARC1; p=none",
    "v=DMARC1; p=none\nv=DMARC1; p=reject",
    ["records at this name: 1 → 2", "text added: v=DMARC1; p=reject"],
  ],
  [
    "v=DMARC1; p=none; rua=mailto:a@example.com; sp=none",
    "v=DMARC1; p=reject; rua=mailto:b@example.com; adkim=s",
    ["p: none → reject", "rua: mailto:a@example.com → mailto:b@example.com", "adkim added: s", "sp removed"],
  ],
];

test.for(changes)("the change from %s to %s is described in words", ([from, to, words]) => {
  expect(describeChange("dmarc", from, to)).toEqual(words);
});

test("a change of the verification record lists added and removed texts", () => {
  expect(describeChange("verification", "old\nother", "new\nother")).toEqual(["text added: new", "text removed: old"]);
});

test("a change in a long value is shown from its beginning, and the description is limited", () => {
  const list = (last: string) => `v=DMARC1; rua=${"mailto:x@example.com,".repeat(20)}mailto:${last}@example.com`;
  expect(describeChange("dmarc", list("a"), list("b"))).toEqual([
    "rua: …om,mailto:a@example.com → …om,mailto:b@example.com",
  ]);
  const tags = (from: number) =>
    Array.from({ length: 60 }, (_, index) => `t${from + index}=${"x".repeat(500)}`).join(";");
  const differences = describeChange("dmarc", `v=DMARC1;${tags(0)}`, `v=DMARC1;${tags(100)}`);
  expect([differences.length, differences.at(-1)]).toEqual([20, "101 more"]);
  expect(Math.max(...differences.map((text) => text.length))).toBeLessThanOrEqual(255);
});

test("two answers prove a claim, disprove it, or leave it unknown: a failure is never an absence", () => {
  const dmarc = answered("v=DMARC1; p=none");
  const own = answered("v=DMARC1; p=none; rua=mailto:d-box@reports.ruaflow.example");
  const token = answered("token");
  const ask = (first: TxtAnswer, second: TxtAnswer) =>
    isProvenBy(claim, { dmarc: { answer: first }, verification: { answer: second } });
  expect([ask(dmarc, token), ask(own, answered()), ask(own, failed)]).toEqual([true, true, true]);
  expect([ask(dmarc, answered("other")), ask(answered(), token), ask(answered(), answered())]).toEqual([
    false,
    false,
    false,
  ]);
  expect([ask(failed, token), ask(dmarc, failed), ask(failed, failed), ask(answered(), failed)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("the first value at a new name is no change of the value at the old one, and the same value is nothing new", () => {
  const record = "report_authorization" as const;
  const known = [{ record, host: "example.com._report._dmarc.old.example", value: "v=DMARC1" }];
  const host = "example.com._report._dmarc.new.example";
  const changes = (...texts: string[]) => listChanges([{ record, host, answer: answered(...texts) }], known, 100);
  expect(changes("v=DMARC1")).toEqual([]);
  expect(changes()).toEqual([]);
  expect(changes("v=DMARC1; rua=mailto:other@new.example")).toEqual([
    expect.objectContaining({ host, oldValue: null, differences: [], isFirst: true }),
  ]);
});
