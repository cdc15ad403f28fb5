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
