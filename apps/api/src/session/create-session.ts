import { type Caller, type HttpServer, ProblemError, ProblemSchema, PUBLIC } from "@ruaflow/http";
import { isLocal, requirePrivate, setSessionCookie } from "@ruaflow/http/sessions";
import { type Static, Type } from "typebox";
import { describeSession, type SessionContext } from "./session-context.ts";
import { SessionSchema, SignInBody } from "./session-schema.ts";

const schema = {
  operationId: "createSession",
  tags: ["Session"],
  summary: "Sign a browser in with an API key or a one-time link",
  description:
    "Sets a cookie that authenticates the browser with the scopes of the key. The answer has the CSRF token that changes need. A session ends on sign-out, after 12 hours without use, after 30 days, and within 5 seconds after its key is revoked. A key has up to 100 sessions; one more ends the oldest. Works over HTTPS, or on the machine of the service. Links work only there.",
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
    const { body } = request;
    if ("link" in body) requireLocal(request);
    else requirePrivate(request);
    const caller = await findCaller(metadata, body);
    if (caller === null) {
      rateLimits?.takeInvalidKey(request, reply);
      throw "link" in body
        ? invalidLink()
        : new ProblemError("invalid_key", "The API key is unknown, expired or revoked.");
    }
    rateLimits?.takeRequest(request, reply, caller);
    const session = await metadata.tenants.createSession(caller.keyId);
    const data = await describeSession(context, caller, session);
    setSessionCookie(request, reply, session);
    return reply.status(201).header("cache-control", "no-store").send({ data });
  });
}

type SignIn = Static<typeof SignInBody>;

function findCaller({ tenants }: SessionContext["metadata"], body: SignIn): Promise<Caller | null> {
  return "link" in body ? tenants.useSignInLink(body.link) : tenants.authenticateKey(body.key);
}

/** A link that leaves the machine on which it was printed must not work elsewhere. */
function requireLocal(request: Parameters<typeof isLocal>[0]): void {
  if (isLocal(request)) return;
  throw new ProblemError(
    "loopback_required",
    "Sign-in links work only on the machine of the service, without a proxy. Sign in with an API key instead.",
  );
}

function invalidLink(): ProblemError {
  const detail = "The link is unknown, was used, or is older than ten minutes. For another: npx ruaflow sign-in";
  return new ProblemError("invalid_link", detail);
}
