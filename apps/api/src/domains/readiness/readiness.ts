import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { listReasons, readReadiness } from "@ruaflow/verdicts/readiness";
import { Type } from "typebox";
import type { ApiContext } from "../../context.ts";
import { CountedQuery, toCounted } from "../../domain-filter.ts";
import { PeriodQuery, readPeriod } from "../../period.ts";
import { readVerdictState } from "../../reports/verdict-state.ts";
import { VERDICT_NOTE } from "../../senders/verdict-schema.ts";
import { DomainParams, DomainProblems } from "../domain-schema.ts";
import { readPolicy } from "../published-policy.ts";
import { requireDomain } from "../require-domain.ts";
import { ReadinessMeta, ReadinessSchema, toReadinessBody } from "./readiness-schema.ts";

const schema = {
  operationId: "readDomainReadiness",
  tags: ["Domains"],
  summary: "Show whether a domain can publish p=reject, what it would lose, and the obstacles",
  description: `Recounts the messages of a period, by default the last 30 UTC days, as if a stricter policy had been published. All mail except spoofed mail is legitimate. Unknown mail makes each figure a range. ${VERDICT_NOTE}`,
  params: DomainParams,
  querystring: Type.Object({ ...PeriodQuery, ...CountedQuery }, { additionalProperties: false }),
  response: { 200: Type.Object({ data: ReadinessSchema, meta: ReadinessMeta }), ...DomainProblems, 404: ProblemSchema },
};

/** GET /domains/:id/readiness */
export function registerReadiness(server: HttpServer, context: ApiContext): void {
  const config = { scope: "reports:read", etag: true, cached: true };
  server.get("/domains/:id/readiness", { schema, config }, async (request) => {
    const caller = readCaller(request);
    const { organizationId } = caller;
    const filter = { ...readPeriod(request.query, context.now()), counted: toCounted(caller, request.query.trust) };
    const domain = await requireDomain(context, organizationId, request.params.id);
    const compute = () =>
      Promise.all([
        readReadiness(context, organizationId, { domain, filter }),
        readPolicy(context, organizationId, domain),
        readVerdictState(context, organizationId, { domainIds: [domain.id] }),
      ]);
    const [found, policy, state] = await context.inOneSnapshot(organizationId, { compute });
    return {
      data: {
        ...{ domain_id: domain.id, domain: domain.name, dmarc_policy: policy },
        ...toReadinessBody(found, listReasons(found)),
      },
      meta: { period: { start: filter.startDate, end: filter.endDate }, ...state },
    };
  });
}
