export { parentDomains, toDomainName } from "./domain-name.ts";
export type { MailTransfer, Submission } from "./submission.ts";
