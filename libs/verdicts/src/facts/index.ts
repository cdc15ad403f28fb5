export { addSourceFacts, type Sourced, type SourceFacts, streamSourceFacts, together } from "./source-facts.ts";
