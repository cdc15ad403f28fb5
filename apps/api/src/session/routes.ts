import { type HttpServer, ProblemSchema, PUBLIC } from "@ruaflow/http";
import { findRequestSession, removeSessionCookie, requireCsrfToken } from "@ruaflow/http/sessions";
import { Type } from "typebox";
import { registerCreateSession } from "./create-session.ts";
import { describeSession, type SessionContext } from "./session-context.ts";
import { SessionSchema } from "./session-schema.ts";

const querystring = Type.Object({}, { additionalProperties: false });

const readSchema = {
  operationId: "readSession",
  tags: ["Session"],
  summary: "Show the browser's session; null: it is not signed in",
  security: [],
  querystring,
  response: {
    200: Type.Object({ data: Type.Union([SessionSchema, Type.Null()]) }),
    400: ProblemSchema,
    429: ProblemSchema,
  },
};

const endSchema = {
  operationId: "endSession",
  tags: ["Session"],
  summary: "Sign the browser out",
  description: "Needs the CSRF token of the session. Without a session nothing is to be done.",
  security: [],
  querystring,
  response: {
    204: Type.Null({ description: "The browser is not signed in." }),
    400: ProblemSchema,
    403: ProblemSchema,
  },
};

/** Signing in and out of browsers. The routes need no key; the cookie alone counts. */
export function registerSession(server: HttpServer, context: SessionContext): void {
  const { metadata, rateLimits } = context;
  registerCreateSession(server, context);

  server.get("/session", { schema: readSchema, config: PUBLIC }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const session = await findRequestSession(request, reply, metadata.tenants.findSession);
    if (session === null) return { data: null };
    rateLimits?.takeRequest(request, reply, session.caller);
    const { share } = session.found;
    return { data: await describeSession(context, session.caller, { ...session, share }) };
  });

  server.delete("/session", { schema: endSchema, config: PUBLIC }, async (request, reply) => {
    const session = await findRequestSession(request, reply, metadata.tenants.findSession);
    if (session !== null) {
      requireCsrfToken(request, session);
      await metadata.tenants.endSession(session.token);
      removeSessionCookie(request, reply);
    }
    return reply.status(204).send(null);
  });
}
