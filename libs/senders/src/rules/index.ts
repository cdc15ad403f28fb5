export { type Cause, causes } from "./cause.ts";
export { classifySource } from "./classify-source.ts";
export { createDomainContext } from "./domain-context.ts";
export { listAlso } from "./judged-group.ts";
export { describeCause } from "./sentences/brief-causes.ts";
export { classPrecedence, type SourceClass, sourceClasses } from "./source-class.ts";
export type { AuthResult, DomainContext, MailGroup, Override, SourceMail } from "./source-mail.ts";
export type { Verdict } from "./verdict.ts";
