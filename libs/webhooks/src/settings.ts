import { setting } from "@ruaflow/runtime/settings";
import { parseAddressRanges } from "./address/address-ranges.ts";
import type { SenderOptions } from "./send/create-sender.ts";

/** Settings of sending, for the schema of every app that sends webhooks. */
export const webhookSenderSettings = {
  RUAFLOW_WEBHOOK_RANGES: setting.text({
    description: "Private addresses that webhooks may be sent to: 10.1.0.0/16, fd00::/8.",
    check: parseAddressRanges,
  }),
  RUAFLOW_WEBHOOK_CA: setting.text({
    description: "Certificates in PEM that webhooks' endpoints may be signed by, beside the public ones.",
  }),
  RUAFLOW_WEBHOOK_DEADLINE_MS: setting.integer({
    default: 30_000,
    minimum: 100,
    maximum: 30_000,
    description: "Time for one delivery, from looking its host up to the last byte of the answer.",
  }),
};

/** Settings of the rule that disables webhooks: for those who apply it and those who show it. */
export const webhookDisableSettings = {
  RUAFLOW_WEBHOOK_DISABLE_FAILURES: setting.integer({
    default: 10,
    minimum: 1,
    maximum: 1000,
    description:
      "Deliveries in a row that fail after all retries, and disable their webhook. The same for all processes.",
  }),
  RUAFLOW_WEBHOOK_DISABLE_HOURS: setting.integer({
    default: 24,
    minimum: 0,
    maximum: 8760,
    description:
      "Least hours from the first of these failed deliveries to the last; 0: they may follow at once. The same for all processes.",
  }),
};

interface DisableSettings {
  readonly RUAFLOW_WEBHOOK_DISABLE_FAILURES: number;
  readonly RUAFLOW_WEBHOOK_DISABLE_HOURS: number;
}

/** What `webhookDisableSettings` say, as the metadata store and the API take it. */
export function toDisableRule(settings: DisableSettings) {
  return {
    failures: settings.RUAFLOW_WEBHOOK_DISABLE_FAILURES,
    hours: settings.RUAFLOW_WEBHOOK_DISABLE_HOURS,
  };
}

interface SenderSettings {
  readonly RUAFLOW_WEBHOOK_RANGES?: string | undefined;
  readonly RUAFLOW_WEBHOOK_CA?: string | undefined;
  readonly RUAFLOW_WEBHOOK_DEADLINE_MS: number;
}

/**
 * What `webhookSenderSettings` say, as options of `createSender`.
 * @throws {UsageError} when a range of addresses is none
 */
export function toSenderOptions(settings: SenderSettings) {
  const ca = settings.RUAFLOW_WEBHOOK_CA;
  return {
    allow: parseAddressRanges(settings.RUAFLOW_WEBHOOK_RANGES ?? ""),
    ...(ca !== undefined && { ca }),
    deadlineMs: settings.RUAFLOW_WEBHOOK_DEADLINE_MS,
  } satisfies SenderOptions;
}
