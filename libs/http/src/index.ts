export { authenticateByKey, type Caller, readCaller } from "./authentication.ts";
export { PUBLIC } from "./health.ts";
export type { HttpServer, ReadinessChecks, RouteSchema } from "./http-server.ts";
export { ProblemError, ProblemSchema } from "./problem.ts";
export { createHttpServer } from "./server.ts";
export { httpSettings } from "./settings.ts";
