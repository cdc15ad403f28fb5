export { type ReconcileFixture, type StoredReport, startReconcileFixture } from "./reconcile-fixture.ts";
