import { toSenderCause } from "@ruaflow/record-store/groups";
import { toClass } from "@ruaflow/verdicts/judge";
import { type TSchema, Type } from "typebox";
import { PagingMeta } from "../../paging.ts";
import { toRate } from "../../rates.ts";
import { CauseSchema, ClassSchema, describeStored, SenderSchema, toSenderBody } from "../../senders/verdict-schema.ts";
import { Day } from "../span-meta.ts";
import { VerdictStateMeta } from "../verdict-state.ts";
import { type ComparedPage, type Group, type Grouping, groupings, type NotComparable, notComparable } from "./group.ts";

const NOT_ADDING_UP =
  "Distinct within the group: these numbers of several groups do not add up, for one may be in several groups.";

const Rate = (description: string) => Type.Number({ minimum: 0, maximum: 100, description, examples: [98] });
const RateChange = Type.Union([Type.Number({ minimum: -100, maximum: 100 }), Type.Null()], {
  description:
    "Percentage points; null when one of the two periods has no mail, or the data does not cover the one compared with.",
  examples: [-1.5],
});
const Count = (description: string, example = 1) => Type.Integer({ description, examples: [example] });

const KeySchema = {
  key: Type.Union([Type.String(), Type.Null()], {
    description:
      "The value that the group's messages share, which the filter of the same name accepts; by domain, the domain's id. By sender_cause, the sender's name. null: without reference, label, name or service, or unknown for the address. Groups of labels may count a message several times. In other groups by domains and days, messages and reports add up to the whole.",
    examples: ["C-1042"],
  }),
  domain: Type.Optional(Type.String({ description: "Only by domain: its name.", examples: ["example.com"] })),
  domain_id: Type.Optional(Type.String({ description: "Only by domain: its id.", examples: ["dom_abc123"] })),
  client_reference: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Only by domain or client_reference.",
      examples: ["C-1042"],
    }),
  ),
  labels: Type.Optional(
    Type.Array(Type.String(), { description: "Only by domain: its labels.", examples: [["client-a"]] }),
  ),
};

const orAbsent = ({ sender, sender_kind }: typeof SenderSchema) => ({
  sender: Type.Optional(sender),
  sender_kind: Type.Optional(sender_kind),
});

/** After all other fields: programs read columns of CSV by their place. */
const SenderGroupSchema = {
  ...orAbsent(SenderSchema),
  class: Type.Optional(ClassSchema("Only by sender_cause: the class.")),
  cause: Type.Optional(CauseSchema("Only by sender_cause: why, as a code.")),
  cause_description: Type.Optional(
    Type.String({
      description: "Only by sender_cause: the cause in words, without evidence.",
      examples: ["DKIM is signed in the service's name instead of the domain's"],
    }),
  ),
  explanation: Type.Optional(
    Type.String({
      description: "Only by sender_cause: the cause with its evidence, of the largest source.",
      examples: ["DKIM is signed by sendgrid.net, which does not align with example.com."],
    }),
  ),
  next_step: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: "Only by sender_cause: what to do, of the largest source; null: nothing.",
      examples: ["Authenticate example.com in SendGrid."],
    }),
  ),
};

const DistinctSchema = {
  sources: Count(`Source addresses. ${NOT_ADDING_UP}`, 3),
  domains: Count(`Domains with such mail. ${NOT_ADDING_UP}`),
};

const SumsSchema = {
  ...KeySchema,
  emails: Count("Messages of the period.", 1200),
  reports: Type.Optional(Count("Reports of the period; one that is in several groups counts in each.", 30)),
  ...DistinctSchema,
  passed: Count("Messages that passed DMARC.", 1176),
  failed: Count("Messages that failed DMARC.", 24),
  pass_rate: Rate("DMARC pass rate."),
  spf_pass_rate: Rate("Messages whose policy-evaluated (aligned) SPF result is pass."),
  dkim_pass_rate: Rate("Messages whose policy-evaluated (aligned) DKIM result is pass."),
};

const NO_DATA = "null: the data does not cover that period.";
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const CountOrNull = (description: string, example: number) => orNull(Count(`${description} ${NO_DATA}`, example));

const PreviousSchema = {
  emails: CountOrNull("Messages of the period compared with.", 1000),
  passed: CountOrNull("Those that passed DMARC.", 990),
  failed: CountOrNull("Those that failed DMARC.", 10),
  pass_rate: orNull(Rate(`Their DMARC pass rate; 0 without mail. ${NO_DATA}`)),
};

const ChangeSchema = {
  emails: CountOrNull("Messages more than in the period compared with; less than 0: fewer.", 200),
  failed: CountOrNull("Failed messages more than in the period compared with.", 14),
  pass_rate: RateChange,
};

const NotComparableSchema = (description: string) =>
  orNull(Type.Unsafe<NotComparable>({ type: "string", enum: [...notComparable], description }));

const PREVIOUS =
  "The period compared with, as meta.previous_period says. For a day: the day with the same place in that period.";

/** A group of the aggregate or of the sources. */
export const GroupSchema = Type.Object({
  ...SumsSchema,
  previous: Type.Object(PreviousSchema, { description: PREVIOUS }),
  change: Type.Object(ChangeSchema, { description: "Against the period compared with." }),
  ...SenderGroupSchema,
});

const FailureSumsSchema = {
  ...KeySchema,
  failure_count: Count("Messages that failed DMARC.", 24),
  share: Rate(
    "Of all failed messages that the filter selects, in percent. Shares of reporters, senders and other groups of records add up to 100.",
  ),
  ...DistinctSchema,
};

const PreviousFailures = CountOrNull("Failed messages of the period compared with.", 10);
const FailuresChange = CountOrNull("Failed messages more than in that period; less than 0: fewer.", 14);

/** A group of failed messages; all numbers are about these alone. */
export const FailureGroupSchema = Type.Object({
  ...FailureSumsSchema,
  previous: Type.Object({ failure_count: PreviousFailures }, { description: PREVIOUS }),
  change: Type.Object({ failure_count: FailuresChange }, { description: "Against the period compared with." }),
  ...SenderGroupSchema,
});

const PeriodSchema = (description: string) => Type.Object({ start: Day, end: Day }, { description });

/** The `meta` of groups. */
const GroupsMeta = {
  ...PagingMeta,
  total: Type.Integer({ description: "Groups on all pages.", examples: [1] }),
  group_by: Type.Unsafe<Grouping>({
    type: "string",
    enum: [...groupings],
    description: "As requested.",
    examples: ["client_reference"],
  }),
  period: PeriodSchema("The UTC days that the groups cover, inclusive."),
  previous_period: PeriodSchema("The UTC days that they are compared with."),
  not_comparable: NotComparableSchema(
    "Why no group has a change. no_earlier_data: the reports of the filter's domains begin later than the period compared with. null: they have changes.",
  ),
  groups_omitted: Type.Integer({
    description: "Groups beyond the largest 10,000, which no page has.",
    examples: [0],
  }),
  ...VerdictStateMeta,
};

/** An answer with groups of messages. */
export const GroupsSchema = Type.Object({ data: Type.Array(GroupSchema), meta: Type.Object(GroupsMeta) });

/** An answer with groups of failed messages. */
export const FailureGroupsSchema = Type.Object({
  data: Type.Array(FailureGroupSchema),
  meta: Type.Object({
    ...GroupsMeta,
    total_failures: Count("Failed messages of all groups, each counted once.", 24),
  }),
});

/** For the description of a CSV. */
export const GROUP_ROWS = "with group_by: a row for each group, the largest first";

function toKeyBody({ key, domain }: Group, groupBy: Grouping) {
  if (groupBy === "sender_cause") return { key: toSenderCause(key ?? "").sender || null };
  if (groupBy === "client_reference") return { key, client_reference: key };
  if (domain === undefined) return { key };
  const { domainId, name, clientReference, labels } = domain;
  return { key, domain: name, domain_id: domainId, client_reference: clientReference, labels: [...labels] };
}

/** The values of {@link SenderGroupSchema}. */
function toSenderFields({ key, largest }: Group, groupBy: Grouping) {
  if (largest === undefined) return {};
  const { explanation, nextStep, senderKind } = largest;
  if (groupBy === "sender") return toSenderBody({ sender: key ?? "", senderKind });
  const { sender, class: name, cause } = toSenderCause(key ?? "");
  return {
    ...toSenderBody({ sender, senderKind }),
    ...{ class: toClass(name), cause, cause_description: describeStored(cause), explanation, next_step: nextStep },
  };
}

/** A group as {@link GroupsSchema} has it. */
export function toGroupBody(group: Group, groupBy: Grouping, page: Pick<ComparedPage, "notComparable">) {
  const { messages: emails, reports, sources, domains, passed, spfPassed, dkimPassed } = group;
  const failed = emails - passed;
  const passRate = toRate(passed, emails);
  const previous = toPrevious(group);
  const isCovered = page.notComparable === null;
  const isComparable = emails > 0 && previous.emails > 0;
  return {
    ...toKeyBody(group, groupBy),
    ...{ emails, ...(reports !== undefined && { reports }) },
    ...{ sources, domains, passed, failed, pass_rate: passRate },
    spf_pass_rate: toRate(spfPassed, emails),
    dkim_pass_rate: toRate(dkimPassed, emails),
    previous: isCovered ? previous : { emails: null, passed: null, failed: null, pass_rate: null },
    change: {
      emails: isCovered ? emails - previous.emails : null,
      failed: isCovered ? failed - previous.failed : null,
      pass_rate: isCovered && isComparable ? toDifference(passRate, previous.pass_rate) : null,
    },
    ...toSenderFields(group, groupBy),
  };
}

function toPrevious({ previousMessages: emails, previousPassed: passed }: Group) {
  return { emails, passed, failed: emails - passed, pass_rate: toRate(passed, emails) };
}

/** Of two rates with one decimal, which are not exact in binary. */
function toDifference(rate: number, before: number): number {
  return Math.round((rate - before) * 10) / 10;
}

/** A group as {@link FailureGroupsSchema} has it. */
export function toFailureGroupBody(
  group: Group,
  groupBy: Grouping,
  page: Pick<ComparedPage, "failed" | "notComparable">,
) {
  const isCovered = page.notComparable === null;
  const { messages, passed, previousMessages, previousPassed, sources, domains } = group;
  const [count, before] = [messages - passed, previousMessages - previousPassed];
  return {
    ...toKeyBody(group, groupBy),
    ...{ failure_count: count, share: group.share ?? toRate(count, page.failed), sources, domains },
    previous: { failure_count: isCovered ? before : null },
    change: { failure_count: isCovered ? count - before : null },
    ...toSenderFields(group, groupBy),
  };
}
