export { type ForgedName, oldForgeries, otherForgeries } from "./forged-names.ts";
export { createMailSender, type MailSender } from "./mail-sender.ts";
export { type MailauthReading, readWithMailauth } from "./read-with-mailauth.ts";
