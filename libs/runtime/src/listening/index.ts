export { type BoundedServerOptions, createBoundedServer } from "./create-bounded-server.ts";
export { type CloseReason, CONNECTION_LIMITS, type ConnectionLimits } from "./limits.ts";
