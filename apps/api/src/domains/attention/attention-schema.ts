import { DescribedValues } from "@ruaflow/http/described-values";
import type { AttentionItem, OpenReason } from "@ruaflow/metadata-store/attention";
import { type AttentionReason, attentionReasonNames } from "@ruaflow/metadata-store/attention";
import { Type } from "typebox";

export const ReasonSchema = DescribedValues<AttentionReason>(
  {
    own_mail_lost: "Receivers refuse mail of your own senders, or put it into the junk folder.",
    misconfigured_sender: "A sender of yours sends messages that fail and are delivered.",
    unknown_sender: "Unknown senders send many messages that fail.",
    spoofed_mail_delivered: "The domain publishes p=none, so that receivers deliver forged messages.",
    failing_volume: "Many more messages fail than usual.",
    pass_rate: "The pass rate of legitimate mail is below the domain's threshold.",
    new_senders: "New sources send messages that fail.",
    new_reporter: "New reporters outweigh all others.",
    silence: "No reports come any more.",
    dns_broken: "A required record is missing or different.",
    dns_changed: "A record changed in the last 7 days.",
    verification_lost: "DNS no longer proves the claim.",
    held_reports: "Reports wait for the domain's verification.",
    ready_for_enforcement: "The domain publishes p=none, and p=reject would lose almost no mail of yours.",
    policy_weaker: "The DMARC record asks for less than one that it replaced in the last 30 days.",
  },
  { description: "Why the domain needs attention.", examples: ["new_senders"] },
);

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

const reasonFields = {
  id: Type.String({
    description: "Identifier of the reason while it lasts, also in its events.",
    examples: ["att_01k6g0c2r8v5n3q7j4y9x1t6ab"],
  }),
  reason: ReasonSchema,
  summary: Type.String({
    description: "What is wrong, in one sentence with figures.",
    examples: ["3 new sources sent 1,250 messages that fail DMARC in 7 days; the largest is 192.0.2.1 with 900."],
  }),
  value: Type.Number({
    description:
      "What was measured last: messages, percent (pass_rate, ready_for_enforcement), days (silence), reports, records, changes, or steps that the policy lost.",
    examples: [1250],
  }),
  threshold: Type.Number({ description: "The value from which on it is a reason.", examples: [50] }),
  weight: Type.Number({
    description:
      "Points that the reason adds to rank_score. They grow with its size; see [weights](/docs/reports#attention).",
    examples: [61],
  }),
  opened_at: Type.String({
    format: "date-time",
    description: "When it began. A reason that comes back within an hour is the same one.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  since: Type.String({
    format: "date-time",
    description: "The first UTC day of the problem in the reports. Of reasons that no report shows: opened_at.",
    examples: ["2026-09-28T00:00:00.000Z"],
  }),
  acknowledged_at: TimeOrNull("When it was acknowledged; null: not, or it became twice as bad since."),
  acknowledged_by: Type.Union([Type.String(), Type.Null()], {
    description: "Identifier of the API key that acknowledged it.",
    examples: ["7mWzJ3kT9cQx"],
  }),
  acknowledged_until: TimeOrNull("When it is new again at the latest; null: it is not acknowledged until a date."),
  note: Type.Union([Type.String(), Type.Null()], {
    description: "What was written when it was acknowledged.",
    examples: ["The client's new newsletter service; DKIM is on its way."],
  }),
};

const domainFields = {
  domain_id: Type.String({ examples: ["dom_01k6g0c2r8v5n3q7j4y9x1t6ab"] }),
  domain: Type.String({ description: "The domain's name.", examples: ["example.com"] }),
  client_reference: Type.Union([Type.String(), Type.Null()], {
    description: "Your own reference for the domain's owner.",
    examples: ["C-1042"],
  }),
  labels: Type.Array(Type.String(), { description: "The domain's labels.", examples: [["retail"]] }),
};

const rankScore = Type.Number({
  description: "Sum of the weights of the reasons listed; the list is sorted by it, then by since, oldest first.",
  examples: [130],
});

export const DomainReasonsSchema = Type.Object({
  ...domainFields,
  reasons: Type.Array(Type.Object(reasonFields), { description: "All reasons that last, heaviest first." }),
});

export const AttentionSchema = Type.Object({
  ...domainFields,
  rank_score: rankScore,
  client_domains: Type.Integer({
    minimum: 1,
    description: "Domains of this client in the whole list, or domains without a client.",
    examples: [12],
  }),
  since: Type.String({
    format: "date-time",
    description: "The first of the since of the reasons listed.",
    examples: ["2026-10-01T08:30:00.000Z"],
  }),
  reasons: Type.Array(Type.Object(reasonFields), {
    description: "The reasons that the parameters select, heaviest first.",
  }),
});

/** A row of the CSV: one reason of a domain. */
export const AttentionRowSchema = Type.Object({ ...domainFields, rank_score: rankScore, ...reasonFields });

export const CountsSchema = Type.Object(
  Object.fromEntries(attentionReasonNames.map((name) => [name, Type.Integer({ minimum: 0 })])),
  { description: "Domains with each reason, on all pages." },
);

export function toAttentionBody({ rankScore, clientDomains, since, ...item }: AttentionItem) {
  const { reasons, ...domain } = toDomainReasons(item);
  const rank = { rank_score: rankScore, client_domains: clientDomains, since: since.toISOString() };
  return { ...domain, ...rank, reasons };
}

/** @param reasons all that the domain has */
export function toDomainReasons(item: Omit<AttentionItem, "rankScore" | "clientDomains" | "since">) {
  const { domainId, domain, clientReference, labels, reasons } = item;
  const names = { domain_id: domainId, domain, client_reference: clientReference, labels: [...labels] };
  return { ...names, reasons: reasons.map(toReasonBody) };
}

/** The rows of a domain in the CSV. */
export function toAttentionRows(item: AttentionItem) {
  const { reasons, since: _since, client_domains: _domains, ...domain } = toAttentionBody(item);
  return reasons.map((reason) => ({ ...domain, ...reason }));
}

function toReasonBody(reason: OpenReason) {
  const { openedAt, since, acknowledgedAt, acknowledgedBy, acknowledgedUntil, note, ...facts } = reason;
  return {
    ...facts,
    opened_at: openedAt.toISOString(),
    since: since.toISOString(),
    acknowledged_at: acknowledgedAt?.toISOString() ?? null,
    acknowledged_by: acknowledgedBy,
    acknowledged_until: acknowledgedUntil?.toISOString() ?? null,
    note,
  };
}
