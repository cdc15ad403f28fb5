import { DescribedValues } from "@ruaflow/http/described-values";
import { type ApiKey, OPERATOR_SCOPE, type Scope, scopes, type TenantScope } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

const options = { minItems: 1, examples: [["reports:read", "domains:read"]] };

const SCOPES: Readonly<Record<TenantScope, string>> = {
  "reports:read": "Read reports, sources, submissions and readiness.",
  "domains:read": "Read domains, alerts and what needs attention.",
  "domains:write": "Add, verify, change and delete domains.",
  "webhooks:read": "Read webhooks and their deliveries.",
  "webhooks:write": "Add, change, test and delete webhooks.",
  "ingest:write": "Upload reports.",
  "keys:admin": "Create and revoke API keys.",
};
const OPERATOR = {
  [OPERATOR_SCOPE]: "See the state of the whole service. Only the operator of the service grants it.",
};

const ScopesSchema = Type.Array(DescribedValues<Scope>({ ...SCOPES, ...OPERATOR }), {
  ...options,
  maxItems: scopes.length + 1,
  description: "What the key may do.",
});

/** Without `operator`: a key that manages the keys of one organization has no say about the others. */
const GrantedScopesSchema = Type.Array(DescribedValues(SCOPES), {
  ...options,
  maxItems: scopes.length,
  description: "What the key may do.",
});

/** An API key; its text is never shown again. */
export const ApiKeySchema = Type.Object({
  id: Type.String({ description: "The middle part of the key's text.", examples: ["7mWzJ3kT9cQx"] }),
  name: Type.String({ examples: ["nightly export"] }),
  scopes: ScopesSchema,
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  expires_at: TimeOrNull("When the key stops working; null: never."),
  last_used_at: TimeOrNull("When the key was last used, exact to about a minute; null: never used."),
  revoked_at: TimeOrNull("When the key was revoked; null: not revoked."),
});

/** The only response with the key itself. */
export const NewApiKeySchema = Type.Object({
  ...ApiKeySchema.properties,
  key: Type.String({
    description: "The key. It is shown only once: only a hash of it is stored.",
    examples: ["ruaflow_7mWzJ3kT9cQx_3fGh5JkLmN7pQrStUvWxYz0123456789AbCdEfGhIjKlM"],
  }),
});

/** Body of POST /api-keys. */
export const ApiKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      description: "What the key is for.",
      examples: ["nightly export"],
    }),
    scopes: GrantedScopesSchema,
    expires_at: Type.Optional(
      Type.Union([Type.String({ format: "date-time", maxLength: 40 }), Type.Null()], {
        description:
          "When the key stops working: a time in the future, no later than the expiry of the key that makes the request. Absent: the same expiry; null: never.",
        examples: ["2027-10-01T00:00:00Z"],
      }),
    ),
  },
  { additionalProperties: false },
);

export function toApiKeyBody(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    created_at: key.createdAt.toISOString(),
    expires_at: toTime(key.expiresAt),
    last_used_at: toTime(key.lastUsedAt),
    revoked_at: toTime(key.revokedAt),
  };
}

function toTime(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
