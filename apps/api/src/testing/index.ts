export { startApi, type TestAnswer, type TestApi, type TestOrganization, type TestRequest } from "./start-api.ts";
export type { ReportFacts } from "./store-report.ts";
