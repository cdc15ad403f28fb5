export { type ReconcileFixture, type StoredReport, startReconcileFixture } from "./reconcile-fixture.ts";
export { startDeletions } from "./start-deletions.ts";
