import type { App } from "@ruaflow/runtime";
import { apiApp } from "../../apps/api/src/app.ts";
import { collectorApp } from "../../apps/collector/src/app.ts";
import { ingestApp } from "../../apps/ingest/src/app.ts";
import { keeperApp } from "../../apps/keeper/src/app.ts";
import { recordWriterApp } from "../../apps/record-writer/src/app.ts";
import { smtpReceiverApp } from "../../apps/smtp-receiver/src/app.ts";
import { webhookDispatcherApp } from "../../apps/webhook-dispatcher/src/app.ts";

type SettingsOfApp = Pick<App<typeof apiApp.settings>, "name"> & {
  readonly settings: object;
  readonly required?: readonly string[];
};

/** Every app that runs as a process of its own, on servers. */
export const apps: readonly SettingsOfApp[] = [
  apiApp,
  collectorApp,
  ingestApp,
  keeperApp,
  recordWriterApp,
  smtpReceiverApp,
  webhookDispatcherApp,
];

export function findApp(name: string): SettingsOfApp {
  const found = apps.find((app) => app.name === name);
  if (found === undefined) throw new Error(`there is no app ${name}`);
  return found;
}
