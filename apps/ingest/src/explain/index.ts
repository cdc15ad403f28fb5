export {
  type ExplainedFile,
  type ExplainedReport,
  RECORDS_SHOWN_MAX,
  type Rejection,
  toExplanation,
} from "./explanation.ts";
