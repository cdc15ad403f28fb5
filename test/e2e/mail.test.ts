import { afterEach, expect, test, vi } from "vitest";
import { listAllReports } from "../support/list-reports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { createSmtpSender, readMailboxes, toReportMail } from "../support/smtp-sender.ts";

const dataDir = createMigratedDataDir();
let service: RunningService | undefined;

afterEach(async () => {
  await service?.stop();
  await removeDataDir(dataDir);
});

test("npm start receives mail once a report domain is set, and only then", { timeout: 120_000 }, async () => {
  service = await startService(dataDir);
  expect(service.smtpPort).toBe(null);
  expect(service.output).toContain("not received yet");
  const key = service.key ?? "";
  await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, "mailed.example");
  await service.stop();

  service = await startService(dataDir, { RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_PORT: "0" });
  const { url, smtpPort } = service;
  const mailbox = (await readMailboxes(service, key)).get("mailed.example") ?? "";
  expect(mailbox).toMatch(/^d-\w+@in\.example$/);
  const sender = createSmtpSender(() => smtpPort ?? 0);
  const report = generateReport({ seed: 1, domain: "mailed.example", begin: 1_767_225_600 });
  // A busy machine answers 451 now and then, and mail servers send again.
  const send = async () => expect(await sender.send(mailbox, toReportMail(report))).toMatch(/^250 /);
  for (let copy = 0; copy < 2; copy += 1) await vi.waitFor(send, { timeout: 60_000, interval: 500 });
  sender.close();
  await vi.waitFor(async () => expect(await listAllReports({ url }, key)).toHaveLength(1), { timeout: 30_000 });
  const [listed] = await listAllReports({ url }, key);
  expect([listed?.total_count, listed?.pass_count]).toEqual([report.messages, report.passed]);
});

test("a mail port that another program uses is named before anything starts", async () => {
  service = await startService(dataDir, { RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_PORT: "0" });
  const other = createDataDir();
  const taken = { RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_PORT: String(service.smtpPort) };
  await expect(startService(other, taken)).rejects.toThrow(/Port \d+ on 127\.0\.0\.1 .* set RUAFLOW_SMTP_PORT/);
  await removeDataDir(other);
});
