import { eventLogSettings } from "@ruaflow/event-log";
import { httpSettings } from "@ruaflow/http";
import { metadataStoreSettings, secretsSettings } from "@ruaflow/metadata-store";
import { loggerSettings } from "@ruaflow/runtime";
import { webhookSenderSettings } from "@ruaflow/webhooks";
import { type Static, Type } from "typebox";

/** Settings of dispatching. */
export const webhookDispatcherSettings = {
  ...webhookSenderSettings,
  RUAFLOW_WEBHOOK_SCHEDULE_FACTOR: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: "Delays between attempts times this. Less than 1 only to see in minutes what takes a day.",
  }),
};

const schema = Type.Object(webhookDispatcherSettings);

export type WebhookDispatcherSettings = Static<typeof schema>;

export const settingsSchema = Type.Object({
  ...httpSettings(8083),
  ...webhookDispatcherSettings,
  ...secretsSettings,
  ...metadataStoreSettings,
  ...eventLogSettings,
  ...loggerSettings,
});
