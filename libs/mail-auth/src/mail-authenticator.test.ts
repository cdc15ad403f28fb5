import { setTimeout as sleep } from "node:timers/promises";
import { startDnsServer, type TestDnsServer } from "@ruaflow/dns/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MailAuthOutageError } from "./mail-authentication.ts";
import { createMailAuthenticator, type MailAuthenticator } from "./mail-authenticator.ts";
import { createMailSender, type MailSender } from "./testing/index.ts";

const DAY_MS = 86_400_000;

let dns: TestDnsServer;
let sender: MailSender;
let authenticator: MailAuthenticator;
let time: number;

beforeEach(async () => {
  dns = await startDnsServer();
  sender = createMailSender(dns);
  sender.publish("google.example", { dmarc: "v=DMARC1; p=reject" });
  time = 0;
  authenticator = createMailAuthenticator({ servers: [dns.address], timeoutMs: 200, now: () => time });
});

afterEach(async () => {
  await authenticator.stop();
  await dns.stop();
});

function createMail(line: string, lines: number): Buffer {
  return Buffer.from(`From: a@google.example\r\nSubject: s\r\n\r\n${`${line}\r\n`.repeat(lines)}`);
}

test("mails of one sender share their lookups", async () => {
  const mail = await sender.sign(createMail("x", 1), { domain: "google.example" });
  await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate(mail)));
  await authenticator.authenticate(mail);
  expect(dns.asked.filter((name) => name === "test._domainkey.google.example")).toHaveLength(1);
  expect(new Set(dns.asked).size).toBe(dns.asked.length);
});

test("a large mail leaves the main thread responsive", async () => {
  const mail = await sender.sign(createMail("a ", 400_000), { domain: "google.example" });
  await authenticator.authenticate(mail);
  let longestMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 5);
  const result = await authenticator.authenticate(mail);
  clearInterval(timer);
  expect(result.provenBy).toBe("dmarc");
  expect(longestMs).toBeLessThan(300);
});

const head = "From: a@google.example\r\nSubject: s\r\n";

test.each([
  ["15,000 folds", `${head}To: a${"\r\n x".repeat(15_000)}\r\n\r\nx\r\n`],
  ["4,500 folds", `${head}To: a${"\r\n x".repeat(4_500)}\r\n\r\nx\r\n`],
  ["short lines", `${head}\r\n${"a \n".repeat(21_000)}`],
  ["addresses", `From: ${"a@google.example,".repeat(3_500)}\r\n\r\nx\r\n`],
  ["fields", `${head}${"X-A: b\r\n".repeat(7_000)}\r\nx\r\n`],
  [
    "signatures",
    `${"DKIM-Signature: v=1; a=rsa-sha256; d=google.example; s=x; h=from; bh=AA; b=AA\r\n".repeat(700)}${head}\r\nx\r\n`,
  ],
  [
    "signed fields",
    `DKIM-Signature: v=1; a=rsa-sha256; d=google.example; s=x; h=from${":a".repeat(30_000)}; bh=AA; b=AA\r\n${head}\r\nx\r\n`,
  ],
])("60 KB of %s take the main thread no longer than an honest mail", async (_, text) => {
  const mail = await sender.sign(Buffer.from(text), { domain: "google.example" });
  await authenticator.authenticate(mail);
  const costs = [];
  for (let run = 0; run < 5; run += 1) {
    const before = process.threadCpuUsage();
    await authenticator.authenticate(mail);
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1000);
  }
  // Processor time, which a busy machine stretches: without the limits 15,000 folds took 120 ms.
  expect(Math.min(...costs)).toBeLessThan(25);
});

test("a mail that costs seconds does not hold up another", async () => {
  const slow = await sender.sign(createMail("a ", 2_500_000), { domain: "google.example" });
  const quick = await sender.sign(createMail("x".repeat(70), 2_000), { domain: "google.example" });
  const ended: string[] = [];
  const note = async (name: string, mail: Buffer) => {
    ended.push(`${name} ${(await authenticator.authenticate(mail)).provenBy}`);
  };
  await Promise.all([note("slow", slow), note("quick", quick)]);
  expect(ended).toEqual(["quick dmarc", "slow dmarc"]);
});

test("large mails leave nothing behind at their worker thread", async () => {
  const onWarning = vi.fn();
  process.on("warning", onWarning);
  const mail = createMail("x", 25_000);
  for (let count = 0; count < 12; count += 1) await authenticator.authenticate(mail);
  // Warnings come a tick later.
  await sleep(10);
  process.off("warning", onWarning);
  expect(onWarning).not.toHaveBeenCalled();
});

test("a mail waits for DNS at most a day, then it is not proven", async () => {
  dns.fail("test._domainkey.google.example", "servfail");
  const mail = await sender.sign(createMail("x", 1), { domain: "google.example" });
  await expect(authenticator.authenticate(mail)).rejects.toThrow(MailAuthOutageError);
  const large = await sender.sign(createMail("x", 40_000), { domain: "google.example" });
  await expect(authenticator.authenticate(large)).rejects.toThrow(MailAuthOutageError);
  time = DAY_MS - 1;
  await expect(authenticator.authenticate(mail)).rejects.toThrow(MailAuthOutageError);
  time = DAY_MS;
  expect(await authenticator.authenticate(mail)).toMatchObject({ provenBy: "none", reason: "dns-failure" });
});
