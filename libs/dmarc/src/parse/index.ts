export { defaultXmlLimits, operatorXmlLimits, type XmlLimits } from "./limits.ts";
export type { NotAggregate } from "./opening.ts";
export { parseReport } from "./parse-report.ts";
export type { ParsedReport, ParseResult } from "./parse-result.ts";
export { type ReadReport, readReport } from "./read-report.ts";
export type { RefusalReason } from "./refusal/refusal.ts";
export type { RefusalFacts } from "./refusal/refused.ts";
export { describeWarning } from "./warning-words.ts";
export type { ReportWarning } from "./warnings.ts";
