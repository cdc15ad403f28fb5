import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { DomainParams, DomainProblems } from "./domain-schema.ts";
import { requireDomain } from "./require-domain.ts";

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

const DaySchema = Type.Object({
  day: Type.String({ format: "date", description: "UTC day of the receipt.", examples: ["2026-10-01"] }),
  records: Count("Records of the reports that were taken."),
  bytes: Count("Size of their mails."),
  deferred_mails: Count(
    "Mails beyond the bounds. Their senders were told to try again later; a mail counts with each attempt.",
  ),
  deferred_bytes: Count("Size of these mails."),
});

const schema = {
  operationId: "listUnprovenMail",
  tags: ["Domains"],
  summary: "Show the mail of a domain whose sender is not proven, by day",
  description:
    "Reports by SMTP whose sender proves nothing, newest day first, for up to 31 days. Days without such mail are missing. How much is taken for a domain and from a network in one day is a setting of the service.",
  params: DomainParams,
  response: {
    200: Type.Object({ data: Type.Array(DaySchema) }),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** GET /domains/:id/unproven-mail */
export function registerUnprovenMail(server: HttpServer, context: ApiContext): void {
  server.get(
    "/domains/:id/unproven-mail",
    { schema, config: { scope: "domains:read", etag: true } },
    async (request) => {
      const { organizationId } = readCaller(request);
      const { id: domainId } = await requireDomain(context, organizationId, request.params.id);
      const days = await context.metadata.intake.listUnprovenDays(domainId);
      return {
        data: days.map(({ day, records, bytes, deferredMails, deferredBytes }) => {
          return { day, records, bytes, deferred_mails: deferredMails, deferred_bytes: deferredBytes };
        }),
      };
    },
  );
}
