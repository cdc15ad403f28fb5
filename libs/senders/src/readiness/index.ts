export type { Loss, Range } from "./loss.ts";
export type { Obstacle } from "./obstacles.ts";
export { type JudgedSource, type Readiness, readinessOf, type SourceReadiness } from "./readiness.ts";
export { type Scenario, scenarios } from "./scenario.ts";
