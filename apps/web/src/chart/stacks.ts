import type { Client } from "@ruaflow/client";
import type { FilterParameters } from "../filter/filter.ts";
import type { DailySeries, Series, Tone } from "./series.ts";

type Mail = Awaited<ReturnType<Client["reports"]["readAggregate"]>>["data"];
type MailQuery = NonNullable<Parameters<Client["reports"]["readAggregate"]>[0]>;

/** What a bar can be stacked of, as the address names it. */
export const stacks = [
  { by: "result", text: "DMARC result", rest: "" },
  { by: "disposition", text: "disposition", rest: "other disposition" },
  { by: "class", text: "class", rest: "not judged yet" },
  { by: "sender", text: "sender", rest: "other senders" },
] as const satisfies readonly { readonly by: string; readonly text: string; readonly rest: string }[];

export type Stack = (typeof stacks)[number];

/** One whose series are asked for; days have their results with them. */
export type SeriesStack = Exclude<Stack, { readonly by: "result" }>;

/** The stack that an address names; the first if it names none. */
export function readStack(by: string | undefined): Stack {
  return stacks.find((each) => each.by === by) ?? stacks[0];
}

interface Part extends Series {
  /** Selects its messages. */
  readonly filter: Pick<MailQuery, "disposition" | "class" | "sender">;
}

const DISPOSITIONS = [
  { name: "delivered (none)", tone: "one", filter: { disposition: "none" } },
  { name: "delivered (pass)", tone: "good", filter: { disposition: "pass" } },
  { name: "quarantine", tone: "warn", filter: { disposition: "quarantine" } },
  { name: "reject", tone: "bad", filter: { disposition: "reject" } },
] as const satisfies readonly Part[];

const CLASSES = [
  { name: "compliant", tone: "good", filter: { class: "compliant" } },
  { name: "misconfigured", tone: "warn", filter: { class: "misconfigured" } },
  { name: "forwarded", tone: "one", filter: { class: "forwarded" } },
  { name: "unknown", tone: "two", filter: { class: "unknown" } },
  { name: "spoofed", tone: "bad", filter: { class: "spoofed" } },
] as const satisfies readonly Part[];

/** None of them means good or bad. */
const SENDER_TONES: readonly Tone[] = ["one", "three", "four", "five", "six", "two"];

/** The series of a stack with their messages of each day: one question for each, and one for the largest senders. */
export async function readSeries(
  client: Client,
  {
    by,
    parameters,
    signal,
  }: { readonly by: SeriesStack["by"]; readonly parameters: FilterParameters; signal: AbortSignal },
): Promise<DailySeries[]> {
  const parts = by === "sender" ? await listSenders(client, parameters, signal) : PARTS[by];
  return Promise.all(
    parts.map(async ({ name, tone, filter }) => {
      const { data } = await client.reports.readAggregate({ ...parameters, ...filter }, { signal });
      return { name, tone, daily: data.daily.map(({ emails }: Mail["daily"][number]) => emails) };
    }),
  );
}

const PARTS: Readonly<Record<Exclude<SeriesStack["by"], "sender">, readonly Part[]>> = {
  disposition: DISPOSITIONS,
  class: CLASSES,
};

/** The senders with most messages, as many as there are tones. */
async function listSenders(client: Client, parameters: FilterParameters, signal: AbortSignal): Promise<Part[]> {
  const query = {
    ...parameters,
    group_by: "sender" as const,
    sort: "-emails" as const,
    per_page: SENDER_TONES.length,
  };
  const { data } = await client.reports.readSourceGroups(query, { signal });
  return data
    .slice(0, SENDER_TONES.length)
    .flatMap(({ key }, index) =>
      key === null ? [] : [{ name: key, tone: SENDER_TONES[index] ?? "rest", filter: { sender: key } }],
    );
}
