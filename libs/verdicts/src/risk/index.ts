export {
  type ClassSums,
  isMuch,
  isMuchOfOwn,
  type MailAtRisk,
  readMailAtRisk,
  type SenderAtRisk,
} from "./mail-at-risk.ts";
export { type ClassAndCause, readSourceClasses, type SourceClasses, type SourceClassStores } from "./source-classes.ts";
