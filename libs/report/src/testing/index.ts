export { sampleFacts, sampleHeader } from "./sample-facts.ts";
export { sampleRecord } from "./sample-record.ts";
