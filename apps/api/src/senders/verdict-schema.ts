import { invalidAt } from "@ruaflow/http";
import { describeCategory, serviceCategories } from "@ruaflow/senders";
import { causes, sourceClasses } from "@ruaflow/senders/rules";
import type { SourceVerdict } from "@ruaflow/verdicts";
import { Type } from "typebox";

const categories = serviceCategories.map((name) => `${name}: ${describeCategory(name)}`).join(" ");

export const ClassSchema = Type.Unsafe<(typeof sourceClasses)[number]>({
  type: "string",
  enum: [...sourceClasses],
  description:
    "Of the source's most failing messages, or of its most messages if none fails. compliant: passes DMARC. misconfigured: from a service or server of yours that is not set up for the domain. forwarded: your mail that another server passed on. unknown: reports do not tell whose it is. spoofed: a stranger's mail with your domain in its From header.",
  examples: ["misconfigured"],
});

/** Which service a source belongs to. */
export const ServiceSchema = {
  service: Type.Union([Type.String(), Type.Null()], {
    description: "The service that the source belongs to, by what is proven of it; null: none that is known.",
    examples: ["SendGrid"],
  }),
  service_category: Type.Union([Type.String(), Type.Null()], {
    description: `Null without a service. ${categories}`,
    examples: ["email_delivery"],
  }),
};

const countedResult = {
  domain: Type.String({ examples: ["sendgrid.net"] }),
  result: Type.String({ examples: ["pass"] }),
  messages: Type.Integer({ description: "Messages with this result.", examples: [90] }),
};

const EvidenceSchema = Type.Object(
  {
    rule: Type.String({
      description: "The rule that decided, by its name in the documentation of the rules.",
      examples: ["signature_breaks_at_its_origin"],
    }),
    messages: Type.Integer({ description: "Messages that the rule decided.", examples: [90] }),
    header_from: Type.Array(Type.String(), { description: "Domains of the From header.", examples: [["example.com"]] }),
    dkim: Type.Array(
      Type.Object({
        ...countedResult,
        selector: Type.Union([Type.String(), Type.Null()], {
          description: "Null: the report does not name it.",
          examples: ["s1"],
        }),
      }),
      { description: "DKIM signatures and what receivers found." },
    ),
    spf: Type.Array(Type.Object(countedResult), { description: "Domains that SPF was checked for." }),
    reasons: Type.Array(Type.String(), {
      description:
        "Types of the reasons why receivers did not apply the policy; arc: one of type local_policy that says that ARC passed.",
      examples: [["mailing_list"]],
    }),
  },
  { description: "What the cause was told from; each list has at most five entries, most messages first." },
);

/** What a source is, why, and what to do about it. */
export const VerdictSchema = {
  class: ClassSchema,
  also: Type.Array(ClassSchema, {
    description: "Other classes that at least 5 % of its messages have, most messages first.",
    examples: [["compliant"]],
  }),
  cause: Type.String({
    description: `Why it has its class, as a code. Codes may be added: ${causes.join(", ")}.`,
    examples: ["dkim_signed_by_service"],
  }),
  explanation: Type.String({
    description: "The cause as a sentence, with what it was told from. Names in it are those of the reports.",
    examples: ["DKIM is signed by sendgrid.net, which does not align with example.com."],
  }),
  next_step: Type.Union([Type.String(), Type.Null()], {
    description: "What to do; null: nothing.",
    examples: ["Authenticate example.com in SendGrid."],
  }),
  evidence: EvidenceSchema,
};

/** The fields of {@link VerdictSchema} where they are only given when `verdicts` asks for them. */
export const AskedVerdictSchema = Type.Partial(Type.Object(VerdictSchema)).properties;

/** Asks for {@link AskedVerdictSchema}: they take a further look at all mail of the sources and of their domains. */
export const VerdictsQuery = {
  verdicts: Type.Optional(
    Type.Boolean({
      description:
        "true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. Leave it out where the numbers are enough: the answer takes about twice as long with it.",
      examples: [true],
    }),
  ),
};

/** @throws {ProblemError} 400 for verdicts of groups */
export function refuseVerdictsOfGroups(given: object): void {
  if (Object.hasOwn(given, "group_by") && Object.hasOwn(given, "verdicts"))
    throw invalidAt("/query/verdicts", "goes with sources, not with groups: leave out group_by, or use group_by=class");
}

/** For the description of an operation with {@link VerdictSchema}. */
export const VERDICT_NOTE =
  "class and cause are told from the messages that the answer counts, at the time of the question: what POST /api/v1/senders/overrides says applies to all of history at once. Of a source about several domains they are those of its most failing messages.";

/** The values of {@link ServiceSchema}. */
export function toServiceBody(service: { readonly name: string; readonly category: string } | null) {
  return { service: service?.name ?? null, service_category: service?.category ?? null };
}

/** The values of {@link VerdictSchema}. */
export function toVerdictBody({
  also,
  explanation,
  nextStep,
  cause,
  evidence,
  ...verdict
}: Omit<SourceVerdict, "service">) {
  const { rule, messages, headerFrom, dkim, spf, reasons } = evidence;
  return {
    class: verdict.class,
    also: [...also],
    cause,
    explanation,
    next_step: nextStep,
    evidence: {
      rule,
      messages,
      header_from: [...headerFrom],
      dkim: dkim.map(({ selector = null, ...result }) => ({ ...result, selector })),
      spf: spf.map(({ domain, result, messages: count }) => ({ domain, result, messages: count })),
      reasons: [...reasons],
    },
  };
}
