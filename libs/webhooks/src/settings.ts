import { parseAddressList } from "@ruaflow/runtime/addresses";
import { checkCertificates, setting } from "@ruaflow/runtime/settings";
import type { SenderOptions } from "./send/create-sender.ts";

/** Settings of every app that sends webhooks. */
export const webhookSenderSettings = {
  RUAFLOW_WEBHOOK_RANGES: setting.text({
    description: "Private address ranges that webhooks may be sent to: 10.1.0.0/16, fd00::/8.",
    check: parseAddressList,
  }),
  // As a secret, so that `--check-config` prints no certificates.
  RUAFLOW_WEBHOOK_CA: setting.secret({
    description: "CA certificates in PEM to trust for webhook endpoints, in addition to the public ones.",
    check: checkCertificates,
  }),
  RUAFLOW_WEBHOOK_DEADLINE_MS: setting.integer({
    default: 30_000,
    minimum: 100,
    maximum: 30_000,
    description: "Time limit of one delivery attempt, from the DNS lookup to the last byte of the response.",
  }),
};

/** Settings of the rule that disables webhooks: for apps that apply the rule or show it. */
export const webhookDisableSettings = {
  RUAFLOW_WEBHOOK_DISABLE_FAILURES: setting.integer({
    default: 10,
    minimum: 1,
    maximum: 1000,
    description:
      "Consecutive deliveries that must fail after all retries to disable a webhook. Set the same value for all processes.",
  }),
  RUAFLOW_WEBHOOK_DISABLE_HOURS: setting.integer({
    default: 24,
    minimum: 0,
    maximum: 8760,
    description:
      "Minimum hours from the first of these failed deliveries to the last; 0: no minimum. Set the same value for all processes.",
  }),
};

interface DisableSettings {
  readonly RUAFLOW_WEBHOOK_DISABLE_FAILURES: number;
  readonly RUAFLOW_WEBHOOK_DISABLE_HOURS: number;
}

/** Turns `webhookDisableSettings` into the rule for the metadata store and the API. */
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
 * Turns `webhookSenderSettings` into options of `createSender`.
 * @throws {UsageError} for an invalid address range
 */
export function toSenderOptions(settings: SenderSettings) {
  const ca = settings.RUAFLOW_WEBHOOK_CA;
  return {
    allow: parseAddressList(settings.RUAFLOW_WEBHOOK_RANGES ?? ""),
    ...(ca !== undefined && { ca }),
    deadlineMs: settings.RUAFLOW_WEBHOOK_DEADLINE_MS,
  } satisfies SenderOptions;
}
