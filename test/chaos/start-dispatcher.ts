import { fileURLToPath } from "node:url";
import { type StartedProcess, startProcess } from "../support/child-process.ts";

export interface DispatcherSettings {
  readonly databaseUrl: string;
  readonly secretsKey: string;
  /** Certificate of the authority that signs the endpoints' certificates, PEM. */
  readonly ca: string;
  /** Time limit of one attempt. */
  readonly deadlineMs: number;
  /** Factor for the delays between attempts. */
  readonly scheduleFactor: number;
}

/** A webhook-dispatcher as a separate process, which may send to this machine. */
export function startDispatcher(settings: DispatcherSettings): Promise<StartedProcess> {
  return startProcess({
    args: [fileURLToPath(new URL("../../apps/webhook-dispatcher/src/main.ts", import.meta.url))],
    environment: {
      DATABASE_URL: settings.databaseUrl,
      RUAFLOW_PORT: "0",
      RUAFLOW_LOG_LEVEL: "warn",
      RUAFLOW_SECRETS_KEY: settings.secretsKey,
      RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
      RUAFLOW_WEBHOOK_CA: settings.ca,
      RUAFLOW_WEBHOOK_DEADLINE_MS: String(settings.deadlineMs),
      RUAFLOW_WEBHOOK_SCHEDULE_FACTOR: String(settings.scheduleFactor),
    },
    readyText: "is ready",
  });
}
