export {
  addSourceFacts,
  createFactsReader,
  type ReadFacts,
  type Sourced,
  type SourceFacts,
  streamSourceFacts,
  together,
} from "./source-facts.ts";
