export { judgeReport, type ReporterClaims, type ReportTrust } from "./judge-report.ts";
export {
  type MailAuthentication,
  MailAuthOutageError,
  type MailProof,
  restoreAuthentication,
} from "./mail-authentication.ts";
export { createMailAuthenticator, type MailAuthenticator } from "./mail-authenticator.ts";
export { isKnownReporter } from "./names/known-reporters.ts";
