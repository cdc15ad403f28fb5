export { aHeader, aRecord, type DeepPartial } from "./a-record.ts";
export { aReport, type ReportChanges } from "./a-report.ts";
export { sampleFacts } from "./sample-facts.ts";
