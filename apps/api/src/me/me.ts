import { type HttpServer, ProblemError, ProblemSchema, type RateLimits, readCaller } from "@ruaflow/http";
import { EXPORTS_PER_MINUTE, REQUESTS_PER_MINUTE } from "@ruaflow/http/plan-limits";
import { WEBHOOKS_MAX } from "@ruaflow/metadata-store/delivery";
import type { ApiKey, Organization } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import { BODY_BYTES_MAX } from "../body-limit.ts";
import type { ApiContext } from "../context.ts";
import { PAGE_MAX, PER_PAGE_MAX, WHOLE_LIST_MAX } from "../paging.ts";
import { DAYS_MAX } from "../period.ts";
import { CSV_PLAN, includesPlan, WEBHOOK_PLAN } from "../plan.ts";
import { MeSchema } from "./me-schema.ts";

const schema = {
  operationId: "readMe",
  tags: ["API keys"],
  summary: "Show the key of this request: its scopes, plan, organization and limits",
  description: "Every valid key may ask, whatever its scopes. The key's secret is not shown.",
  querystring: Type.Object({}, { additionalProperties: false }),
  response: { 200: Type.Object({ data: MeSchema }), 400: ProblemSchema, 401: ProblemSchema, 429: ProblemSchema },
};

interface MeOptions extends Pick<ApiContext, "metadata"> {
  /** Absent: requests are not limited. */
  readonly rateLimits?: RateLimits | undefined;
  /** Absent: another process receives uploads. */
  readonly uploadBytesMax?: number;
}

/** GET /me */
export function registerMe(server: HttpServer, options: MeOptions): void {
  const { tenants } = options.metadata;
  server.get("/me", { schema }, async (request) => {
    const { organizationId, keyId } = readCaller(request);
    const [key, organization] = await Promise.all([
      tenants.readApiKey(organizationId, keyId),
      tenants.readOrganization(organizationId),
    ]);
    // Deleted since the key was read, at most a few seconds ago.
    if (key === null || organization === null)
      throw new ProblemError("invalid_key", "The API key is unknown, expired or revoked.");
    return { data: toBody(key, organization, options) };
  });
}

function toBody(key: ApiKey, organization: Organization, options: MeOptions) {
  const { id, name, plan, countUnauthenticated, countedReporters } = organization;
  return {
    key: {
      id: key.id,
      name: key.name,
      scopes: [...key.scopes],
      expires_at: key.expiresAt?.toISOString() ?? null,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
    },
    plan,
    organization: { id, name, count_unauthenticated: countUnauthenticated, counted_reporters: countedReporters },
    features: { csv: includesPlan(plan, CSV_PLAN), webhooks: includesPlan(plan, WEBHOOK_PLAN) },
    limits: toLimits(plan, options),
  };
}

function toLimits(plan: string, { rateLimits, uploadBytesMax }: MeOptions) {
  return {
    requests_per_minute: rateLimits ? (REQUESTS_PER_MINUTE[plan] ?? null) : null,
    exports_per_minute: rateLimits ? EXPORTS_PER_MINUTE : null,
    per_page_max: PER_PAGE_MAX,
    page_max: PAGE_MAX,
    whole_list_max: WHOLE_LIST_MAX,
    period_days_max: DAYS_MAX,
    body_bytes_max: BODY_BYTES_MAX,
    upload_bytes_max: uploadBytesMax ?? null,
    webhooks_max: WEBHOOKS_MAX,
  };
}
