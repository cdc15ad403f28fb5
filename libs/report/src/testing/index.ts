export { sampleFacts } from "./sample-facts.ts";
export { sampleRecord } from "./sample-record.ts";
