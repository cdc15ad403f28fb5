export { type Cause, causes } from "./cause.ts";
export { classifySource } from "./classify-source.ts";
export { createDomainContext } from "./domain-context.ts";
export { type SourceClass, sourceClasses } from "./source-class.ts";
export type { AuthResult, DomainContext, MailGroup, Override, SourceMail } from "./source-mail.ts";
export type { CountedResult, Evidence, Finding, Verdict } from "./verdict.ts";
