export {
  type FaultyMail,
  findFaulty,
  isMuch,
  isMuchOfOwn,
  type MailAtRisk,
  readMailAtRisk,
  type SenderAtRisk,
} from "./mail-at-risk.ts";
export { type ClassAndCause, readSourceClasses } from "./source-classes.ts";
