export { aHeader, aRecord, type DeepPartial } from "./a-record.ts";
export { sampleFacts } from "./sample-facts.ts";
