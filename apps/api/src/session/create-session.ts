import { type Caller, type HttpServer, ProblemError, ProblemSchema, PUBLIC } from "@ruaflow/http";
import { requirePrivate, setSessionCookie } from "@ruaflow/http/sessions";
import { type Static, Type } from "typebox";
import { describeSession, type SessionContext } from "./session-context.ts";
import { SessionSchema, SignInBody } from "./session-schema.ts";

const schema = {
  operationId: "createSession",
  tags: ["Session"],
  summary: "Sign a browser in with an API key or a one-time link",
  description:
    "The answer sets a cookie that authenticates the browser's further requests with the scopes of the key, and has the CSRF token that changes need. The session ends after 12 hours without use, 30 days after signing in, when it is signed out, and within 5 seconds after its key is revoked. A key has at most 100 sessions: beyond them the oldest ends. Only over HTTPS, or on the machine of the service; links on the machine of the service only.",
  security: [],
  body: SignInBody,
  response: {
    201: Type.Object({ data: SessionSchema }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    429: ProblemSchema,
  },
};

/** POST /session */
export function registerCreateSession(server: HttpServer, context: SessionContext): void {
  const { metadata, rateLimits } = context;
  server.post("/session", { schema, config: PUBLIC }, async (request, reply) => {
    requirePrivate(request);
    const caller = await findCaller(context, request.body);
    if (caller === null) {
      rateLimits?.takeInvalidKey(request, reply);
      throw new ProblemError("invalid_key", "The API key is unknown, expired or revoked.");
    }
    rateLimits?.takeRequest(request, reply, caller);
    const session = await metadata.tenants.createSession(caller.keyId);
    const data = await describeSession(context, caller, session);
    setSessionCookie(request, reply, session);
    return reply.status(201).header("cache-control", "no-store").send({ data });
  });
}

async function findCaller({ metadata }: SessionContext, body: Static<typeof SignInBody>): Promise<Caller | null> {
  return "key" in body ? metadata.tenants.authenticateKey(body.key) : null;
}
