import { isOwnReportDomain } from "@ruaflow/dns";
import { createHttpServer } from "@ruaflow/http";
import { openIngest } from "@ruaflow/ingest";
import { type App, requireSetting, startParts } from "@ruaflow/runtime";
import { UsageError } from "@ruaflow/runtime/errors";
import { settingsSchema } from "./config.ts";
import { toSmtpOptions } from "./smtp-options.ts";
import { startSmtpReceiver } from "./smtp-receiver.ts";

/** The SMTP receiver as its own process. Any number may run, each with its own port and data folder. */
export const smtpReceiverApp: App<typeof settingsSchema> = {
  name: "smtp-receiver",
  description: "receives report mails over SMTP and appends their reports to the event log",
  settings: settingsSchema,
  required: ["DATABASE_URL"],
  start: (settings, { logger, metrics, tracing }) =>
    startParts(async (started) => {
      const options = toSmtpOptions(settings);
      if (!isOwnReportDomain(options.reportDomain)) {
        throw new UsageError("RUAFLOW_REPORT_DOMAIN: set it to the domain of the mailboxes that receive reports.");
      }
      const { ingest, metadata, readiness } = await openIngest(settings, {
        databaseUrl: requireSetting(settings, "DATABASE_URL"),
        name: "smtp-receiver",
        started,
        logger,
        metrics,
        tracing,
      });
      const { findMailboxes } = metadata.domains;
      const receiver = await startSmtpReceiver({ ...options, ingest, findMailboxes, logger, metrics });
      started.defer(() => receiver.stop());
      const server = await createHttpServer({
        logger,
        metrics,
        readiness: { ...readiness, smtp: () => receiver.ping() },
        bodyBytesMax: 1024,
        info: { title: "Ruaflow SMTP receiver", description: "Health and metrics." },
      });
      started.defer(() => server.close());
      const url = await server.listen({ host: settings.RUAFLOW_HOST, port: settings.RUAFLOW_PORT });
      const address = `${settings.RUAFLOW_SMTP_HOST}:${receiver.port}`;
      return { name: "smtp-receiver", greeting: `smtp-receiver receives mail on ${address}: ${url}/readyz\n` };
    }),
};
