export type { DomainContext, PassingSource } from "./read-domain-context.ts";
export type { AuthResult, MailGroup, SourceMail } from "./read-source-mail.ts";
export type { SourcePeriod, SourcePeriodsQuestion } from "./stream-source-periods.ts";
