export type { Loss } from "./loss.ts";
export { OBSTACLES_HELD_MAX, type Obstacle } from "./obstacles.ts";
export {
  addReadiness,
  type JudgedSource,
  type Readiness,
  type ReadinessPart,
  readinessOf,
  type SourceReadiness,
} from "./readiness.ts";
export { mapScenarios, type Scenario, scenarios } from "./scenario.ts";
