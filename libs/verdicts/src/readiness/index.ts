export { listReasons, type ReadinessReason, readinessReasons } from "./judge-readiness.ts";
export {
  type DomainReadiness,
  type ReadinessStores,
  type ReadySource,
  readReadiness,
  SOURCES_MAX,
} from "./read-readiness.ts";
