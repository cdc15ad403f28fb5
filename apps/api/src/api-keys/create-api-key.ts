import { type Caller, type HttpServer, invalidAt, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { LIVE_API_KEYS_MAX, type Scope } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { ApiKeyBody, NewApiKeySchema, toApiKeyBody } from "./api-key-schema.ts";

const schema = {
  operationId: "createApiKey",
  tags: ["API keys"],
  summary: "Create an API key; only this response shows it",
  description:
    "A new key can have only the scopes of the key that makes the request, and cannot outlive it: without `expires_at` both expire at the same time. A later time, or null when the requesting key expires, is answered with 400.",
  body: ApiKeyBody,
  response: {
    201: Type.Object({ data: NewApiKeySchema }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    409: ProblemSchema,
    422: ProblemSchema,
    429: ProblemSchema,
  },
};

/** POST /api-keys */
export function registerCreateApiKey(server: HttpServer, { metadata, now }: ApiContext): void {
  server.post("/api-keys", { schema, config: { scope: "keys:admin" } }, async (request, reply) => {
    const caller = readCaller(request);
    const { name, scopes, expires_at } = request.body;
    requireOwnScopes(scopes, caller);
    const expiry = expires_at === undefined ? {} : { expiresAt: readExpiry(expires_at, now()) };
    const newKey = { name, scopes: [...new Set(scopes)], ...expiry, creatorId: caller.keyId };
    const created = await metadata.tenants.createApiKeyWithin(caller.organizationId, newKey);
    if (created.kind === "limit-reached") {
      throw new ProblemError("limit_reached", `There are already ${LIVE_API_KEYS_MAX} keys; revoke one first.`);
    }
    if (created.kind === "outlives-creator") {
      const end = created.creatorExpiresAt.toISOString();
      throw invalidAt("/body/expires_at", `must not be later than ${end}, when your own key expires`);
    }
    return reply.status(201).send({ data: { ...toApiKeyBody(created.apiKey), key: created.key } });
  });
}

/** Otherwise a key that may only manage keys could create a key with every scope. */
function requireOwnScopes(wanted: readonly Scope[], { scopes }: Caller): void {
  const errors = wanted.flatMap((scope, index) =>
    scopes.includes(scope)
      ? []
      : [{ pointer: `/body/scopes/${index}`, message: `${scope} is not a scope of your key` }],
  );
  const [first] = errors;
  if (first) throw new ProblemError("missing_scope", `${first.pointer} ${first.message}.`, errors);
}

function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const time = new Date(text);
  if (time.getTime() > now.getTime()) return time;
  throw invalidAt("/body/expires_at", "must be in the future");
}
