export { smtpSettings } from "./config.ts";
export { toSmtpOptions } from "./smtp-options.ts";
export { type SmtpReceiver, type SmtpReceiverOptions, startSmtpReceiver } from "./smtp-receiver.ts";
