export { decideNextStep, type NextStep, type Schedule } from "./retry-schedule.ts";
export { type AttemptOutcome, isDelivered } from "./send/attempt-outcome.ts";
export { createSender, type Sender, type SenderOptions } from "./send/create-sender.ts";
export { toDisableRule, toSenderOptions, webhookDisableSettings, webhookSenderSettings } from "./settings.ts";
