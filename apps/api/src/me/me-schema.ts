import { DescribedValues } from "@ruaflow/http/described-values";
import { type CountedReporters, type Plan, plans } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import { ApiKeySchema } from "../api-keys/api-key-schema.ts";

const { id, name, scopes, expires_at, last_used_at } = ApiKeySchema.properties;

const Most = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const MostOrNone = (description: string, example: number) =>
  Type.Union([Type.Integer(), Type.Null()], { description, examples: [example] });

const LimitsSchema = Type.Object(
  {
    requests_per_minute: MostOrNone("Requests of this key per minute, in each process; null: not limited.", 600),
    exports_per_minute: MostOrNone("CSV exports of the organization per minute; null: not limited.", 5),
    per_page_max: Most("Items of a page.", 100),
    page_max: Most("The last page that can be asked for.", 1_000_000),
    whole_list_max: Most("Rows of a list that is not divided into pages.", 10_000),
    period_days_max: Most("Days of a period of sums.", 18_300),
    body_bytes_max: Most("Bytes of a JSON body, unless an operation says otherwise.", 65_536),
    upload_bytes_max: MostOrNone("Bytes of an uploaded file; null: another process receives uploads.", 20_971_520),
    webhooks_max: Most("Webhooks of the organization.", 20),
  },
  { description: "The most that is possible, as in /docs/limits." },
);

/** The answer of GET /me. */
export const MeSchema = Type.Object({
  key: Type.Object({ id, name, scopes, expires_at, last_used_at }),
  plan: Type.Unsafe<Plan>({ type: "string", enum: [...plans], examples: ["protect"] }),
  organization: Type.Object({
    id: Type.String({ examples: ["org_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
    name: Type.String({ examples: ["My organization"] }),
    count_unauthenticated: Type.Boolean({
      description:
        "Whether sums, alerts and events include reports whose sender is not proven, unless a request has `trust`.",
      examples: [false],
    }),
    counted_reporters: DescribedValues<CountedReporters>(
      {
        proven: "All proven reports count.",
        known: "Proven reports count if their reporter is known or long-standing.",
      },
      { description: "Which proven reports count.", examples: ["proven"] },
    ),
  }),
  features: Type.Object(
    { csv: Type.Boolean({ examples: [true] }), webhooks: Type.Boolean({ examples: [true] }) },
    { description: "Whether the plan includes CSV exports and webhooks." },
  ),
  limits: LimitsSchema,
});
