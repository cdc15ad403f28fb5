export { type Difference, differences } from "./finding.ts";
export { type Reconciled, type ReconcileOptions, reconcile } from "./reconcile.ts";
export type { Remaining } from "./repair-differences.ts";
