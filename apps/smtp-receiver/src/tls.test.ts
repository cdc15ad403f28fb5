import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readCertificate } from "./certificate.ts";
import { beginMessage, connectRaw, type RawClient } from "./testing/raw-client.ts";
import { startTestReceiver, type TestReceiver } from "./testing/start-receiver.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let folder: string;
let running: TestReceiver;
let mailbox: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-tls-"));
  createCertificate("one", "2");
  createCertificate("two", "30");
  await use("one");
  running = await startTestReceiver({
    certificate: files(),
    certificateCheckMs: 50,
    limits: { messageBytesMax: 300_000 },
  });
  ({ mailbox } = await running.addMailbox("one.example"));
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true });
});

afterEach(() => use("one"));

function createCertificate(name: string, days: string): void {
  const out = ["-keyout", join(folder, `${name}.key`), "-out", join(folder, `${name}.crt`)];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-subj", `/CN=${name}.example`, "-days", days, ...out], {
    stdio: "ignore",
  });
}

function files() {
  return { certPath: join(folder, "live.crt"), keyPath: join(folder, "live.key") };
}

async function use(name: string): Promise<void> {
  await copyFile(join(folder, `${name}.crt`), files().certPath);
  await copyFile(join(folder, `${name}.key`), files().keyPath);
}

async function secure(): Promise<{ readonly client: RawClient; readonly certificate: string }> {
  const client = await connectRaw(running);
  await client.readReply();
  expect(await client.command("EHLO mx.sender.example")).toContain("STARTTLS");
  expect(await client.command("STARTTLS")).toMatch(/^220 /);
  const socket = await client.startTls();
  return { client, certificate: String(socket.getPeerCertificate().subject.CN) };
}

async function sendSecured(client: RawClient, mail: string): Promise<string> {
  await client.command("EHLO mx.sender.example");
  await client.command("MAIL FROM:<a@b.example>");
  expect(await client.command(`RCPT TO:<${mailbox}>`)).toMatch(/^250 /);
  await client.command("DATA");
  return client.command(`${mail}\r\n.`);
}

test("a mail is accepted with STARTTLS and without it", async () => {
  const { client } = await secure();
  expect(await sendSecured(client, writeMail(writeReport("one.example")))).toMatch(/^250 /);
  const plain = await connectRaw(running);
  await beginMessage(plain, { to: [mailbox] });
  expect(await plain.command(`${writeMail(writeReport("one.example"))}\r\n.`)).toMatch(/^250 /);
  client.close();
  plain.close();
});

test("line ends and sizes are as strict inside TLS as outside", async () => {
  const { client } = await secure();
  await client.write("EHLO a\r\nNOOP\nNOOP\r\n");
  expect(await client.readToEnd()).toContain("550 5.6.11 ");
  const { client: large } = await secure();
  expect(await sendSecured(large, `${"a".repeat(998)}\r\n`.repeat(2000)).catch(String)).toMatch(/^552 5\.3\.4 |closed/);
  // Counted once what it had sent is removed, a moment after the reply.
  const counted = 'ruaflow_smtp_messages_total{code="552 5.3.4"} 1';
  await expect.poll(() => running.renderMetrics()).toContain(counted);
});

test("commands that were sent before the handshake are not carried out inside TLS", async () => {
  const client = await connectRaw(running);
  await client.readReply();
  await client.command("EHLO mx.sender.example");
  await client.write("STARTTLS\r\nMAIL FROM:<injected@b.example>\r\n");
  expect(await client.readReply()).toMatch(/^220 /);
  await client.startTls();
  await client.command("EHLO mx.sender.example");
  expect(await client.command(`RCPT TO:<${mailbox}>`)).toMatch(/^503 /);
  client.close();
});

async function readDaysLeft(): Promise<number> {
  const [, seconds] = (await running.renderMetrics()).match(/^ruaflow_smtp_certificate_expiry_\S+ (\S+)$/m) ?? [];
  return (Number(seconds) - Date.now() / 1000) / 86_400;
}

test("a renewed certificate is used for new connections; those that are open go on", async () => {
  const { client, certificate } = await secure();
  expect(certificate).toBe("one.example");
  await use("two");
  expect(await readDaysLeft()).toBeCloseTo(2, 1);
  await vi.waitFor(async () => expect((await secure()).certificate).toBe("two.example"), { timeout: 5000 });
  expect(await readDaysLeft()).toBeCloseTo(30, 1);
  expect(await sendSecured(client, writeMail(writeReport("one.example")))).toMatch(/^250 /);
});

test("files that do not belong together are not used: the earlier certificate stays", async () => {
  await vi.waitFor(async () => expect((await secure()).certificate).toBe("one.example"), { timeout: 5000 });
  await copyFile(join(folder, "two.crt"), files().certPath);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await secure()).certificate).toBe("one.example");
  await writeFile(files().certPath, "nothing");
  await expect(readCertificate(files())).rejects.toThrow("RUAFLOW_SMTP_CERT, RUAFLOW_SMTP_KEY: ");
});

test("a client that never completes its handshake is closed", async () => {
  const impatient = await startTestReceiver({ certificate: files(), limits: { idleMsMax: 300 } });
  try {
    const client = await connectRaw(impatient);
    await client.readReply();
    await client.command("EHLO mx.sender.example");
    await client.command("STARTTLS");
    await client.readToEnd();
    await impatient.receiver.ping();
    const next = await connectRaw(impatient);
    await next.readReply();
    await next.command("EHLO mx.sender.example");
    await next.command("STARTTLS");
    const secured = connectTls({ socket: next.socket, rejectUnauthorized: false });
    await new Promise((resolve) => secured.once("secureConnect", resolve));
    secured.destroy();
  } finally {
    await impatient.stop();
  }
});
