export { authenticateByKey, readCaller } from "./authentication.ts";
export type { Caller } from "./caller.ts";
export { requireFreePort } from "./free-port.ts";
export { PUBLIC } from "./health.ts";
export type { HttpServer, ReadinessChecks, RouteSchema } from "./http-server.ts";
export {
  type IdempotencyKeys,
  type IdempotencyState,
  type IdempotentRequest,
  type KeptAnswer,
  keepAnswers,
} from "./idempotency.ts";
export { createPlanLimits, EXPORTS_PER_MINUTE, INVALID_KEYS_PER_MINUTE, REQUESTS_PER_MINUTE } from "./plan-limits.ts";
export { ProblemError, ProblemSchema } from "./problem.ts";
export { problems } from "./problems.ts";
export type { RateLimits } from "./rate-limits.ts";
export { createHttpServer } from "./server.ts";
export { clientSettings, httpSettings, toClientOptions } from "./settings.ts";
export { invalidAt } from "./validation.ts";
