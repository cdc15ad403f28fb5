import { isOwnReportDomain } from "@ruaflow/dns";
import { requireFreePort } from "@ruaflow/http";
import { describeError } from "@ruaflow/runtime/errors";
import { type Check, failed, ok, skipped } from "../check.ts";

/** Whether the service could start; a running one uses its ports itself. */
export const portsCheck: Check = {
  name: "ports",
  async run({ settings, dependencies }) {
    if (dependencies !== null) return skipped("in use by the service");
    const { RUAFLOW_HOST: host, RUAFLOW_PORT, RUAFLOW_SMTP_HOST, RUAFLOW_SMTP_PORT, RUAFLOW_SQL_PORT } = settings;
    const wanted = [
      { host, port: RUAFLOW_PORT, setting: "RUAFLOW_PORT" },
      ...(isOwnReportDomain(settings.RUAFLOW_REPORT_DOMAIN)
        ? [{ host: RUAFLOW_SMTP_HOST, port: RUAFLOW_SMTP_PORT, setting: "RUAFLOW_SMTP_PORT" }]
        : []),
      ...(RUAFLOW_SQL_PORT === undefined
        ? []
        : [{ host: "127.0.0.1", port: RUAFLOW_SQL_PORT, setting: "RUAFLOW_SQL_PORT" }]),
    ];
    for (const one of wanted) {
      try {
        await requireFreePort(one);
      } catch (error) {
        return failed(describeError(error), `Stop the other program, or set ${one.setting} to another port.`);
      }
    }
    return ok(`${wanted.map(({ port }) => port).join(", ")} can be used`);
  },
};
