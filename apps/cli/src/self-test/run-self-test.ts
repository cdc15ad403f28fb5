import { toMailbox } from "@ruaflow/dns/claims";
import { settingsSchema } from "@ruaflow/embedded/settings";
import { describeError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { printJson } from "../print-json.ts";
import type { Stores } from "../stores/stores.ts";
import { withStores } from "../stores/with-stores.ts";
import { createStopwatch, type Hop, type Stopwatch, waitFor } from "./hops.ts";
import { type SelfTestReport, writeMail, writeReport } from "./self-test-mail.ts";
import { sendMail } from "./send-mail.ts";
import { describeSmtpAddress, parseSmtpAddress, type SmtpAddress, toSmtpAddress } from "./smtp-address.ts";
import { createTenant, removeTenants, type Tenant } from "./tenant.ts";

export interface SelfTestOptions {
  /** Base URL of the API; by default from the settings. */
  readonly url?: string;
  /** `host:port` of the SMTP receiver; by default from the settings. */
  readonly smtp?: string;
  /** A webhook to deliver the event to. Default: a reserved name, so that the attempt is made and fails. */
  readonly webhook?: string;
  readonly json: boolean;
  readonly timeoutMs: number;
}

interface Run {
  readonly tenant: Tenant;
  readonly report: SelfTestReport;
  readonly url: string;
  readonly stores: Stores;
  readonly stopwatch: Stopwatch;
  readonly options: SelfTestOptions;
}

/** Sends a made-up report through the running service and removes it again. */
export async function runSelfTest(environment: Environment, options: SelfTestOptions): Promise<void> {
  const settings = readSettings(settingsSchema, environment);
  const url = options.url ?? `http://127.0.0.1:${settings.RUAFLOW_PORT}`;
  const smtp = options.smtp === undefined ? toSmtpAddress(settings) : parseSmtpAddress(options.smtp);
  const test = async (stores: Stores) => {
    const stopwatch = createStopwatch((hop) => (options.json ? undefined : process.stdout.write(toLine(hop))));
    await removeTenants(stores.metadata);
    let failure: unknown = null;
    let tenant: Tenant | null = null;
    try {
      tenant = await createTenant(stores.metadata, options.webhook);
      const now = new Date();
      const report = { domain: tenant.domain, reportId: `self-test-${now.getTime()}`, now };
      const mailbox = toMailbox({ mailboxToken: tenant.mailboxToken, reportDomain: settings.RUAFLOW_REPORT_DOMAIN });
      const target = smtp && { ...smtp, recipient: mailbox };
      await followReport({ tenant, report, url, stores, stopwatch, options }, target);
    } catch (error) {
      failure = error;
    }
    await stopwatch.run("removal", async () => {
      const answer = tenant && (await deleteDomain(url, tenant).catch(describeError));
      await removeTenants(stores.metadata);
      return { detail: `${answer === null ? "" : `${answer}; `}the report and its organization are gone` };
    });
    finish(stopwatch.hops, failure, options);
  };
  await withStores(environment, test, { engines: "never" });
}

interface SmtpTarget extends SmtpAddress {
  readonly recipient: string;
}

async function followReport(run: Run, smtp: SmtpTarget | null): Promise<void> {
  const { stopwatch, tenant, report, url, stores, options } = run;
  const { metadata } = stores;
  const { organizationId, webhookId, key } = tenant;
  if (smtp) {
    await stopwatch.run("SMTP and log", async () => {
      const reply = await sendMail({ ...smtp, message: writeMail(report, smtp.recipient) });
      return { detail: `${describeSmtpAddress(smtp)} answered ${reply}` };
    });
  } else await stopwatch.run("upload and log", () => upload(url, key, writeReport(report)));
  const { reportId } = await stopwatch.run("rows", () =>
    waitFor("Storing the report", options.timeoutMs, async () => {
      const { items } = await metadata.intake.listSubmissions(organizationId, { page: 1, perPage: 1 });
      const [submission] = items;
      const [arrival] = submission ? await metadata.intake.readArrivals([submission.id]) : [];
      if (arrival === undefined || arrival.outcome === "accepted") return null;
      const { outcome, detail, reportId } = arrival;
      if (outcome !== "stored" || reportId === null) throw new Error(detail ?? outcome);
      return { reportId, detail: `${reportId} is stored` };
    }),
  );
  await stopwatch.run("API", () => readReport(url, key, reportId));
  await stopwatch.run("webhook", () =>
    waitFor("An attempt to deliver the event", options.timeoutMs, async () => {
      const { items } = await metadata.delivery.listDeliveries(organizationId, { webhookId, page: 1, perPage: 1 });
      const [delivery] = items;
      if (!delivery || delivery.attempts === 0) return null;
      if (options.webhook === undefined) return { detail: "attempt made, to a reserved name that receives nothing" };
      return delivery.status === "delivered" ? { detail: `delivered to ${options.webhook}` } : null;
    }),
  );
}

async function upload(url: string, key: string, xml: string) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/xml" };
  const response = await fetch(new URL("/api/v1/reports", url), { method: "POST", headers, body: xml });
  if (response.status !== 202)
    throw new Error(`POST /api/v1/reports answered ${response.status}: ${await response.text()}`);
  return { detail: "202: no SMTP, for RUAFLOW_REPORT_DOMAIN is not set" };
}

async function readReport(url: string, key: string, reportId: string) {
  const path = `/api/v1/reports/${reportId}`;
  const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
  return { detail: `GET ${path} answered 200 with ${text.length} bytes` };
}

const DELETE_TIMEOUT_MS = 10_000;

/** Wakes the API to remove the report at once. It would also find the deletion by itself, in its next round. */
async function deleteDomain(url: string, { key, domainId }: Tenant): Promise<string> {
  const path = `/api/v1/domains/${domainId}`;
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(new URL(path, url), {
    method: "DELETE",
    headers,
    signal: AbortSignal.timeout(DELETE_TIMEOUT_MS),
  });
  await response.body?.cancel();
  return `DELETE ${path} answered ${response.status}`;
}

function finish(hops: readonly Hop[], failure: unknown, { json }: SelfTestOptions): void {
  const totalMs = hops.filter(({ name }) => name !== "removal").reduce((sum, { ms }) => sum + ms, 0);
  const error = failure === null ? null : describeError(failure);
  if (json) printJson({ ok: error === null, totalMs, hops, error });
  else if (error === null)
    process.stdout.write(`The report went through every hop in ${totalMs} ms, and was removed again.\n`);
  else process.stderr.write(`The self-test failed: ${error}\n`);
  if (error !== null) process.exitCode = 1;
}

const NAME_CHARS = 16;
const MS_CHARS = 8;

function toLine({ name, ms, detail }: Hop): string {
  return `${name.padEnd(NAME_CHARS)}${`${ms} ms`.padStart(MS_CHARS)}  ${detail}\n`;
}
