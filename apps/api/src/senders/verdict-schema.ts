import { invalidAt } from "@ruaflow/http";
import { DescribedValues, KnownValues } from "@ruaflow/http/described-values";
import { NOT_JUDGED } from "@ruaflow/record-store/verdicts";
import { describeCategory, serviceCategories } from "@ruaflow/senders";
import type { SenderKind } from "@ruaflow/senders/names";
import { causes, describeCause, type SourceClass } from "@ruaflow/senders/rules";
import { type ShownVerdict, toCause } from "@ruaflow/verdicts/judge";
import { Type } from "typebox";

const CLASSES: Readonly<Record<SourceClass, string>> = {
  compliant:
    "Passes DMARC, or fails only by errors of look-ups at an own sender or because the reporter left its results out.",
  misconfigured: "From a service or server of yours that is not set up for the domain.",
  forwarded: "Your mail that another server passed on.",
  unknown: "Reports do not show whether it is your mail.",
  spoofed: "A stranger's mail with your domain in its From header.",
};

/** A class of mail. */
export const ClassSchema = (description?: string) =>
  DescribedValues(CLASSES, { ...(description !== undefined && { description }), examples: ["misconfigured"] });

const CATEGORIES = Object.fromEntries(serviceCategories.map((name) => [name, `${describeCategory(name)}.`]));
const CAUSES = Object.fromEntries(
  [...causes, NOT_JUDGED.cause].map((cause) => [cause, toSentence(describeStored(cause))]),
);

/** A stored cause in words, as the end of a sentence. */
export function describeStored(stored: string): string {
  const cause = toCause(stored);
  return cause === null ? "the source is new and was not judged yet" : describeCause(cause);
}

function toSentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

/** Why mail has its class. */
export const CauseSchema = (description: string) =>
  KnownValues(CAUSES, { description, examples: ["dkim_signed_by_service"] });

/** Which service a source belongs to. */
export const ServiceSchema = {
  service: Type.Union([Type.String(), Type.Null()], {
    description:
      "The service that the source belongs to, derived from what is proven about it; null: not a known service.",
    examples: ["SendGrid"],
  }),
  service_category: Type.Union([KnownValues(CATEGORIES), Type.Null()], {
    description: "What the service does; null without a service.",
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
  { description: "What the cause was derived from. Each list has up to five entries, most messages first." },
);

/** The name of a sender. */
export const SenderSchema = {
  sender: Type.Union([Type.String(), Type.Null()], {
    description:
      "Name of the sender: the service, else the owner of its network, else the registrable domain of its verified reverse name; null: it has none.",
    examples: ["Google LLC"],
  }),
  sender_kind: DescribedValues<SenderKind>(
    {
      service: "A known service.",
      owner: "The owner of the network.",
      hostname: "The domain of the reverse name.",
      none: "Neither is known.",
    },
    { description: "Where the sender's name comes from.", examples: ["owner"] },
  ),
};

/** The values of {@link SenderSchema}. */
export function toSenderBody({ sender, senderKind }: Pick<ShownVerdict, "sender" | "senderKind">) {
  return { sender: sender === "" ? null : sender, sender_kind: senderKind };
}

/** What a source is, why, and what to do about it. */
export const VerdictSchema = {
  class: ClassSchema("The class of the source's most failing messages, or of most messages if none fails."),
  also: Type.Array(ClassSchema(), {
    description: "Other classes with at least 5 % of the source's messages, most messages first.",
    examples: [["compliant"]],
  }),
  cause: CauseSchema("Why the source has its class, as a code."),
  explanation: Type.String({
    description: "The cause as a sentence with its evidence. Reports supply the names in it.",
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
        "true: each source has class, also, cause, explanation, next_step and evidence. Not with group_by. The answer then takes about twice as long.",
      examples: [true],
    }),
  ),
};

/** @throws {ProblemError} 400 for verdicts of groups */
export function refuseVerdictsOfGroups(given: object): void {
  if (Object.hasOwn(given, "group_by") && Object.hasOwn(given, "verdicts"))
    throw invalidAt("/query/verdicts", "goes with sources, not with groups. Leave out group_by, or use group_by=class");
}

/** For the description of an operation with {@link VerdictSchema}. */
export const VERDICT_NOTE = "See [classes](/docs/reports#classes) for how class and cause are derived.";

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
}: Omit<ShownVerdict, "service" | "sender" | "senderKind">) {
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
