import type { EventLog } from "@ruaflow/event-log";
import type { HttpServer, ReadinessChecks } from "@ruaflow/http";
import { OPERATOR_SCOPE } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { cacheValue } from "./cached-value.ts";
import { createReadDeadLetters } from "./dead-letter-list.ts";
import { registerDeadLetters } from "./dead-letters.ts";
import { readServiceState } from "./service-state.ts";
import { OperatorProblems, StateSchema, toStateBody } from "./state-schema.ts";

interface OperatorOptions extends Pick<ApiContext, "metadata" | "now"> {
  readonly log: EventLog;
  readonly readiness: ReadinessChecks;
}

/** Reading it takes some ten short queries. */
const CACHED_FOR_MS = 5000;

const schema = {
  operationId: "readServiceState",
  tags: ["Operator"],
  summary: "Show the state of the whole service: lag, queues, dead letters, health",
  description:
    "For a key with the scope operator, which only the operator of the service can grant: ruaflow keys create NAME --scopes operator. The answer is at most 5 seconds old. A part that cannot be read says why, and the others are there; only where PostgreSQL is down no key can be checked, and the answer is 503.",
  querystring: Type.Object({}, { additionalProperties: false }),
  response: { 200: Type.Object({ data: StateSchema }), ...OperatorProblems },
};

/** What the operator of the service asks; read once for all routes and prefixes. */
export function openOperator(options: OperatorOptions) {
  const { log, now } = options;
  const readDeadLetters = createReadDeadLetters(log, now);
  const readState = cacheValue(() => readServiceState({ ...options, readDeadLetters }), { forMs: CACHED_FOR_MS, now });
  return { readDeadLetters, readState };
}

/** GET /operator/state and GET /operator/dead-letters */
export function registerOperator(
  server: HttpServer,
  { readDeadLetters, readState }: ReturnType<typeof openOperator>,
): void {
  server.get("/operator/state", { schema, config: { scope: OPERATOR_SCOPE } }, async () => {
    const { value, readAt } = await readState();
    return { data: toStateBody(value, readAt) };
  });
  registerDeadLetters(server, readDeadLetters);
}
