export { createMailSender, type MailSender } from "./mail-sender.ts";
