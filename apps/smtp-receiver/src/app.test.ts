import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toMailbox } from "@ruaflow/dns/claims";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { readSettings } from "@ruaflow/runtime/settings";
import { noTracing } from "@ruaflow/runtime/tracing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpReceiverApp } from "./app.ts";
import { settingsSchema } from "./config.ts";
import { toSmtpOptions } from "./smtp-options.ts";
import { beginMessage, connectRaw } from "./testing/raw-client.ts";
import { writeMail, writeReport } from "./testing/write-mail.ts";

let postgres: Awaited<ReturnType<typeof startMetadataStore>>;
let folder: string;
let mailbox: string;

beforeAll(async () => {
  postgres = await startMetadataStore();
  folder = await mkdtemp(join(tmpdir(), "ruaflow-smtp-app-"));
  const { id } = await postgres.store.tenants.createOrganization({ name: "Test", plan: "free" });
  const domain = await postgres.store.domains.createDomain(id, "one.example");
  mailbox = toMailbox({ mailboxToken: domain?.mailboxToken ?? "", reportDomain: "in.example" });
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

function start(environment: Record<string, string>) {
  const ports = { RUAFLOW_PORT: "0", RUAFLOW_SMTP_PORT: "0" };
  const given = { DATABASE_URL: postgres.url, RUAFLOW_DATA_DIR: folder, ...ports, ...environment };
  const logger = createLogger({ app: "smtp-receiver", level: "silent" });
  const stopping = new AbortController().signal;
  const onFatal = (error: Error) => {
    throw error;
  };
  const context = { logger, metrics: createMetrics(), tracing: noTracing, stopping, onFatal };
  return smtpReceiverApp.start(readSettings(settingsSchema, given), context);
}

test("as its own process, the receiver keeps a mail in PostgreSQL, and is ready when the port, the stores and the log are", async () => {
  const service = await start({ RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_NAME: "mx.example.net" });
  const [, port = "", url = ""] = service.greeting.match(/:(\d+): (http:\S+)\/readyz/) ?? [];
  const client = await connectRaw({ port: Number(port) });
  const mail = `${writeMail(writeReport("one.example"))}\r\n.`;
  await beginMessage(client, { to: [mailbox] });
  const reply = await client.command(mail);
  const id = /sub_\w+/.exec(reply)?.[0] ?? "";
  expect(await postgres.store.intake.readArrivals([id])).toMatchObject([{ outcome: "held" }]);
  const ready: unknown = await (await fetch(`${url}/readyz`)).json();
  const names = ["postgres", "log", "smtp"];
  expect(ready).toEqual({ status: "ok", checks: names.map((name) => ({ name, status: "ok" })) });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('ruaflow_smtp_messages_total{code="250"} 1');
  await service.stop();
});

test("without a report domain it does not start: the default is a name that receives no mail", async () => {
  await expect(start({})).rejects.toThrow("RUAFLOW_REPORT_DOMAIN: set it to the domain");
});

test("a certificate without its key is refused, and so is one that cannot be read", async () => {
  const settings = { RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_CERT: join(folder, "none.pem") };
  await expect(start(settings)).rejects.toThrow("RUAFLOW_SMTP_CERT, RUAFLOW_SMTP_KEY: set both or neither.");
  const both = { ...settings, RUAFLOW_SMTP_KEY: join(folder, "none.key") };
  await expect(start(both)).rejects.toThrow("RUAFLOW_SMTP_CERT, RUAFLOW_SMTP_KEY: ENOENT");
});

test("a mail may be as large as both limits allow: ingest does not keep what exceeds its own", () => {
  const toBytesMax = (mail: number, upload: number) => {
    const given = { RUAFLOW_SMTP_BYTES_MAX: String(mail), RUAFLOW_UPLOAD_BYTES_MAX: String(upload) };
    return toSmtpOptions(readSettings(settingsSchema, given)).limits.messageBytesMax;
  };
  expect([toBytesMax(5000, 6000), toBytesMax(6000, 5000)]).toEqual([5000, 5000]);
});
