import type { ApiKey, Organization } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import { ApiKeySchema } from "../api-keys/api-key-schema.ts";

const { id, name, scopes, expires_at } = ApiKeySchema.properties;

/** A session as the page sees it; the secret is in the cookie only. */
export const SessionSchema = Type.Object({
  csrf_token: Type.String({
    description: "Goes into the header X-CSRF-Token of every request other than GET and HEAD.",
    examples: ["kq3x0Jt5nC1y7mWzJ3kT9cQx2hV8b4D6fGa0SdLpR1U"],
  }),
  expires_at: Type.String({
    format: "date-time",
    description:
      "When the session ends unless it is used: use moves it forward to 12 hours from then, at most to 30 days after signing in, and never beyond the key's own end.",
    examples: ["2026-10-01T20:30:00.000Z"],
  }),
  key: Type.Object(
    { id, name, scopes, expires_at },
    { description: "The key that the session is bound to, or the shared link in its place." },
  ),
  share: Type.Union(
    [
      Type.Object({
        name: Type.String({ description: "Whom the link is for.", examples: ["Northfield, monthly review"] }),
        domain_id: Type.Union([Type.String({ examples: ["dom_abc123"] }), Type.Null()]),
        client_reference: Type.Union([Type.String({ examples: ["C-1042"] }), Type.Null()]),
        subject: Type.String({
          description: "The domain's name, or the client's reference.",
          examples: ["example.com"],
        }),
      }),
      Type.Null(),
    ],
    { description: "The shared link that the session was made from; null: it was made with a key." },
  ),
  organization: Type.Object({
    id: Type.String({ examples: ["org_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
    name: Type.String({ examples: ["My organization"] }),
  }),
});

const Secret = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [example] });

/** Body of POST /session. */
export const SignInBody = Type.Union([
  Type.Object(
    { key: Secret("An API key.", "ruaflow_7mWzJ3kT9cQx_3fGh5JkLmN7pQrStUvWxYz0123456789AbCdEfGhIjKlM") },
    { additionalProperties: false },
  ),
  Type.Object(
    { share: Secret("What follows the # of a shared link.", "kq3x0Jt5nC1y7mWzJ3kT9cQx2hV8b4D6fGa0SdLpR1U") },
    { additionalProperties: false },
  ),
  Type.Object(
    { link: Secret("What follows the # of a sign-in link.", "x7Kq3x0Jt5nC1y7mWzJ3kT9cQx2") },
    { additionalProperties: false },
  ),
]);

interface SharedFacts {
  readonly name: string;
  readonly domain_id: string | null;
  readonly client_reference: string | null;
  readonly subject: string;
}

export interface SessionFacts {
  readonly csrfToken: string;
  readonly expiresAt: Date;
  readonly key: Pick<ApiKey, "id" | "name" | "scopes" | "expiresAt">;
  readonly share: SharedFacts | null;
  readonly organization: Organization;
}

export function toSessionBody({ csrfToken, expiresAt, key, share, organization }: SessionFacts) {
  return {
    csrf_token: csrfToken,
    expires_at: expiresAt.toISOString(),
    key: { id: key.id, name: key.name, scopes: [...key.scopes], expires_at: key.expiresAt?.toISOString() ?? null },
    share,
    organization: { id: organization.id, name: organization.name },
  };
}
