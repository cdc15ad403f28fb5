import { type Caller, type HttpServer, ProblemError, ProblemSchema, PUBLIC } from "@ruaflow/http";
import { isLocal, requirePrivate, setSessionCookie } from "@ruaflow/http/sessions";
import { type Static, Type } from "typebox";
import { describeSession, type SessionContext } from "./session-context.ts";
import { SessionSchema, SignInBody } from "./session-schema.ts";

const schema = {
  operationId: "createSession",
  tags: ["Session"],
  summary: "Sign a browser in with an API key, a shared link or a one-time link",
  description:
    "Sets a cookie that authenticates the browser with the scopes of the key. The answer has the CSRF token that changes need. A session ends on sign-out, after 12 hours without use, after 30 days, and within 5 seconds after its key or shared link is revoked. A key has up to 100 sessions; one more ends the oldest. Works over HTTPS, or on the machine of the service. One-time links work only there.",
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
    const created = await signIn(metadata, body);
    if (created === null) {
      rateLimits?.takeInvalidKey(request, reply);
      throw toRefusal(body);
    }
    const { caller, session } = created;
    rateLimits?.takeRequest(request, reply, caller);
    const data = await describeSession(context, caller, session);
    setSessionCookie(request, reply, session);
    return reply.status(201).header("cache-control", "no-store").send({ data });
  });
}

type SignIn = Static<typeof SignInBody>;

async function signIn({ tenants }: SessionContext["metadata"], body: SignIn) {
  if ("share" in body) {
    const session = await tenants.createSharedSession(body.share);
    return session && { caller: session.key, session };
  }
  const caller: Caller | null = await ("link" in body
    ? tenants.useSignInLink(body.link)
    : tenants.authenticateKey(body.key));
  return caller && { caller, session: await tenants.createSession(caller.keyId) };
}

function toRefusal(body: SignIn): ProblemError {
  if ("link" in body) return invalidLink();
  if ("share" in body) return new ProblemError("invalid_link", "The shared link is unknown, expired or revoked.");
  return new ProblemError("invalid_key", "The API key is unknown, expired or revoked.");
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
