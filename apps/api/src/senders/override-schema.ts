import { DescribedValues } from "@ruaflow/http/described-values";
import {
  OVERRIDE_NOTE_CHARS_MAX,
  OVERRIDE_VALUE_CHARS_MAX,
  type SenderOverride,
} from "@ruaflow/metadata-store/sources";
import { Type } from "typebox";

const KindSchema = DescribedValues<SenderOverride["kind"]>(
  {
    service: "A service, by the name that sources show.",
    source_ip: "An address, or a range in CIDR notation.",
    domain: "A domain that signs the mail, is its envelope sender, or is a parent of its servers' names.",
  },
  { description: "What value names.", examples: ["service"] },
);

const properties = {
  kind: KindSchema,
  value: Type.String({
    minLength: 1,
    maxLength: OVERRIDE_VALUE_CHARS_MAX,
    description: "The service, addresses or domain.",
    examples: ["SendGrid"],
  }),
  ours: Type.Boolean({ description: "Whether your organization sends mail there.", examples: [true] }),
};

const NoteSchema = Type.Union([Type.String({ maxLength: OVERRIDE_NOTE_CHARS_MAX }), Type.Null()], {
  description: "Why, for those who read it later.",
  examples: ["newsletters of the marketing team"],
});

export const OverrideSchema = Type.Object({
  id: Type.String({ examples: ["ovr_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  ...properties,
  note: NoteSchema,
  created_at: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  created_by: Type.String({ description: "Id of the API key.", examples: ["7mWzJ3kT9cQx"] }),
});

/** Body of POST /senders/overrides. */
export const OverrideBody = Type.Object(
  { ...properties, note: Type.Optional(NoteSchema) },
  { additionalProperties: false },
);

export function toOverrideBody({ id, kind, value, ours, note, createdAt, createdBy }: SenderOverride) {
  return { id, kind, value, ours, note, created_at: createdAt.toISOString(), created_by: createdBy };
}
