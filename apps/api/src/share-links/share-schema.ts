import { SHARE_NAME_CHARS_MAX, type ShareLink } from "@ruaflow/metadata-store/share-links";
import { Type } from "typebox";
import { ClientReferenceSchema } from "../domain-filter.ts";

export const SHARE_DAYS_DEFAULT = 30;
const SHARE_DAYS_MAX = 365;

const NameSchema = Type.String({
  minLength: 1,
  maxLength: SHARE_NAME_CHARS_MAX,
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
  description: "Whom the link is for.",
  examples: ["Northfield, monthly review"],
});

const orNull = <Schema extends ReturnType<typeof Type.String>>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const ShareLinkSchema = Type.Object({
  id: Type.String({ description: "Not secret.", examples: ["shr_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  name: NameSchema,
  domain_id: orNull(
    Type.String({ examples: ["dom_abc123"] }),
    "The only domain that it shows; null: it shows a client.",
  ),
  client_reference: orNull(
    Type.String({ examples: ["C-1042"] }),
    "The only client that it shows; null: it shows a domain.",
  ),
  created_by: Type.String({ description: "Id of the API key, with which the link ends.", examples: ["7mWzJ3kT9cQx"] }),
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  expires_at: Type.String({ format: "date-time", examples: ["2026-10-31T08:30:00.000Z"] }),
});

/** The only response with the secret. */
export const NewShareLinkSchema = Type.Object({
  ...ShareLinkSchema.properties,
  token: Type.String({
    description: "The secret, for the address of the page: /share#TOKEN. It is shown only once: only a hash is stored.",
    examples: ["kq3x0Jt5nC1y7mWzJ3kT9cQx2hV8b4D6fGa0SdLpR1U"],
  }),
});

/** Body of POST /share-links. */
export const ShareLinkBody = Type.Object(
  {
    name: NameSchema,
    domain_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "The only domain that the link shows.",
        examples: ["dom_abc123"],
      }),
    ),
    client_reference: Type.Optional({
      ...ClientReferenceSchema,
      description: "The only client that the link shows, with the domains that it has when it is opened.",
      examples: ["C-1042"],
    }),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SHARE_DAYS_MAX,
        default: SHARE_DAYS_DEFAULT,
        description: "Days until the link expires. It ends with the key that creates it, at the latest.",
      }),
    ),
  },
  { additionalProperties: false },
);

export function toShareLinkBody({ id, name, reach, keyId, createdAt, expiresAt }: ShareLink) {
  return {
    id,
    name,
    domain_id: "domainId" in reach ? reach.domainId : null,
    client_reference: "clientReference" in reach ? reach.clientReference : null,
    created_by: keyId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
