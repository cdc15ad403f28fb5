export type { ClassSums } from "./read-class-sums.ts";
export type { DomainContext, PassingSource } from "./read-domain-context.ts";
export type { SourceDay } from "./read-source-days.ts";
export type { AuthResult, MailGroup, SourceMail } from "./read-source-mail.ts";
export { wholeHistory } from "./stream-judged-mail.ts";
