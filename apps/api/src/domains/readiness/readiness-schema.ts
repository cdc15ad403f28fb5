import { type Loss, mapScenarios, type Obstacle, type Scenario } from "@ruaflow/senders/readiness";
import { sourceClasses } from "@ruaflow/senders/rules";
import {
  type DomainReadiness,
  type ReadinessReason,
  type ReadySource,
  readinessReasons,
  SOURCES_MAX,
} from "@ruaflow/verdicts/readiness";
import { Type } from "typebox";
import { toRate } from "../../rates.ts";
import { AddedFactsSchema, SourceFactsSchema, toSourceFacts } from "../../reports/sources/source-schema.ts";
import { Day } from "../../reports/span-meta.ts";
import { VerdictStateMeta } from "../../reports/verdict-state.ts";
import {
  ClassSchema,
  SenderSchema,
  ServiceSchema,
  toSenderBody,
  toServiceBody,
  toVerdictBody,
  VerdictSchema,
} from "../../senders/verdict-schema.ts";

/** Obstacles of an answer. */
const OBSTACLES_MAX = 100;

const RangeSchema = (description: string) =>
  Type.Object(
    { low: Type.Integer({ examples: [24] }), high: Type.Integer({ examples: [40] }) },
    { description: `${description} low: without unknown mail; high: with it.` },
  );

const LossSchema = Type.Object({
  lost: RangeSchema("Legitimate messages that would be lost."),
  of: RangeSchema("Legitimate messages that the policy concerns."),
  lost_rate: Type.Union(
    [
      Type.Object({
        low: Type.Number({ minimum: 0, maximum: 100, examples: [1.2] }),
        high: Type.Number({ minimum: 0, maximum: 100, examples: [2.5] }),
      }),
      Type.Null(),
    ],
    {
      description:
        "Their share in percent, over all ways in which unknown mail could be yours or not; null: the policy concerns no mail.",
    },
  ),
});

const meanings: Readonly<Record<Scenario, string>> = {
  quarantine: "p=quarantine: what would go to the junk folder.",
  reject: "p=reject: the same messages would be refused.",
  strict_dkim: "adkim=s as well: DKIM must be of the very domain in the From header.",
  strict_spf: "aspf=s as well: SPF must be of the very domain in the From header.",
  strict: "adkim=s and aspf=s.",
  subdomain_policy: "sp=reject alone: only mail with a subdomain in its From header.",
};

const LostSchema = Type.Object(mapScenarios((name) => Type.Integer({ description: meanings[name], examples: [24] })));

const ClassSumSchema = Type.Object({
  class: ClassSchema(),
  messages: Type.Integer({ description: "Messages of this class.", examples: [1200] }),
  lost: LostSchema,
});

const ObstacleSchema = Type.Object({
  service: ServiceSchema.service,
  class: ClassSchema(),
  cause: VerdictSchema.cause,
  messages: RangeSchema("Failing messages that are yours."),
  sources: Type.Integer({ description: "Addresses with such messages.", examples: [3] }),
  source_ips: Type.Array(Type.String(), { description: "At most 10 of them.", examples: [["192.0.2.1"]] }),
  explanation: VerdictSchema.explanation,
  next_step: VerdictSchema.next_step,
  ...SenderSchema,
});

const ReadySourceSchema = Type.Object({
  ...SourceFactsSchema,
  ...AddedFactsSchema,
  total_count: Type.Integer({ description: "Messages from this source about the domain.", examples: [1200] }),
  ...ServiceSchema,
  ...VerdictSchema,
  lost: Type.Object(mapScenarios((name) => RangeSchema(meanings[name]))),
});

export const ReadinessSchema = Type.Object({
  domain_id: Type.String({ examples: ["dom_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  domain: Type.String({ examples: ["example.com"] }),
  dmarc_policy: Type.Union([Type.String(), Type.Null()], {
    description: "The policy that is published, as far as it is known.",
    examples: ["none"],
  }),
  ready: Type.Boolean({ description: "Whether nothing speaks against p=reject.", examples: [false] }),
  reasons: Type.Array(
    Type.Object({
      code: Type.String({
        description: `${readinessReasons.join(", ")}; more may be added.`,
        examples: ["own_mail_fails"],
      }),
      explanation: Type.String({ examples: ["2.4 % of the mail that is surely yours would be lost."] }),
    }),
    { description: "What speaks against it." },
  ),
  scenarios: Type.Object(
    mapScenarios((name) => Type.Object(LossSchema.properties, { description: meanings[name] })),
    { description: "What would be lost under a policy. Spoofed mail counts nowhere." },
  ),
  classes: Type.Array(ClassSumSchema, { description: "Messages by class, and those that would fail DMARC." }),
  obstacles: Type.Array(ObstacleSchema, {
    maxItems: OBSTACLES_MAX,
    description: `Obstacles to p=reject, most messages first, up to ${OBSTACLES_MAX}.`,
  }),
  source_count: Type.Integer({ description: "Sources of the period.", examples: [120] }),
  sources: Type.Array(ReadySourceSchema, {
    maxItems: SOURCES_MAX,
    description: `Those with legitimate or unknown mail that would be lost with strict alignment, most first: at most ${SOURCES_MAX}.`,
  }),
});

export const ReadinessMeta = Type.Object({
  period: Type.Object({ start: Day, end: Day }, { description: "The UTC days that were read, inclusive." }),
  ...VerdictStateMeta,
});

/** The values of {@link ReadinessSchema} besides the domain's own. */
export function toReadinessBody(found: DomainReadiness, reasons: readonly ReadinessReason[]) {
  return {
    ready: reasons.length === 0,
    reasons: [...reasons],
    scenarios: mapScenarios((name) => toLossBody(found.scenarios[name])),
    classes: sourceClasses.map((name) => ({
      class: name,
      ...found.classes[name],
      lost: { ...found.classes[name].lost },
    })),
    obstacles: found.obstacles.slice(0, OBSTACLES_MAX).map(toObstacleBody),
    source_count: found.sourceCount,
    sources: found.sources.map(toSourceBody),
  };
}

function toLossBody({ messages, of, share }: Loss) {
  const rate = share === null ? null : { low: toRate(share.low, 1), high: toRate(share.high, 1) };
  return { lost: { ...messages }, of: { ...of }, lost_rate: rate };
}

function toObstacleBody({ sourceIps, nextStep, messages, sender, senderKind, ...obstacle }: Obstacle) {
  const texts = { source_ips: [...sourceIps], next_step: nextStep };
  return { ...obstacle, ...texts, messages: { ...messages }, ...toSenderBody({ sender, senderKind }) };
}

function toSourceBody({ source: { item, facts, verdict }, readiness }: ReadySource) {
  const { groups, rest } = item;
  return {
    ...toSourceFacts(item.sourceIp, facts),
    total_count: groups.reduce((sum, { messages }) => sum + messages, rest.passed + rest.failed),
    ...toServiceBody(verdict.service),
    ...toVerdictBody(verdict),
    lost: mapScenarios((name) => ({ ...readiness.scenarios[name].messages })),
  };
}
