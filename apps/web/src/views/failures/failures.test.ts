import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { UNNAMED } from "../../format/unnamed.ts";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, readHints, readLead, toText } from "../../testing/shown.ts";

type Groups = Extract<Answer<"listFailures">, { readonly meta: { readonly groups_omitted: number } }>;

const recorded = useRecordedAnswers("failures");
const readGroups = (by: string) =>
  recorded.list<Groups>("/api/v1/reports/failures?").find(({ meta }) => meta.group_by === by) ?? expect.fail(by);

test("the first sentences have all failed messages, the forged share, and the largest other senders", async () => {
  const lead = readLead(await renderView("/failures"));
  const { data, meta } = readGroups("sender_cause");
  expect(lead).toContain(`${count(meta.total_failures)} messages failed DMARC.`);
  const spoofed = readGroups("class").data.find(({ key }) => key === "spoofed");
  if (spoofed) expect(lead).toContain(`${spoofed.share} % is forged`);
  const [largest] = data.filter((group) => group.class !== "spoofed");
  expect(lead).toContain(toText(`${largest?.share} % is from ${largest?.sender ?? ""}`));
});

test("each sender and cause is shown once, with its failed messages, their share, its addresses and what to do", async () => {
  const html = await renderView("/failures");
  const { data } = readGroups("sender_cause");
  expect(data.length).toBeGreaterThan(1);
  const articles = html.split("<article>").slice(1).map(toText);
  expect(articles).toHaveLength(data.length);
  for (const [index, { sender, failure_count: failed, share, sources, domains, ...group }] of data.entries()) {
    const shown = articles[index];
    expect(shown?.startsWith(`${sender ?? UNNAMED} ${group.class}`)).toBe(true);
    expect(shown).toContain(`${count(failed)} failed ${share} % ${count(sources)} address`);
    expect(shown).toContain(`${count(domains)} domain`);
    expect(shown).toContain(toText(group.explanation ?? ""));
    if (group.class !== "spoofed") expect(shown).toContain(toText(group.next_step ?? ""));
  }
});

test("what to do about forged mail is said once for all of its senders", async () => {
  const text = toText(await renderView("/failures"));
  const forged = readGroups("sender_cause").data.filter((group) => group.class === "spoofed");
  expect(forged.length).toBeGreaterThan(1);
  for (const { next_step: next } of forged) expect(text).not.toContain(toText(next ?? "Set up"));
  expect(text.split("Set up nothing")).toHaveLength(2);
});

test("terms are explained where they are used", async () => {
  expect(readHints(await renderView("/failures"))).toEqual(["SPF", "DKIM", "alignment"]);
});

test("each class that can be chosen is shown with its failed messages", async () => {
  const text = toText(await renderView("/failures"));
  for (const { key, failure_count: failed } of readGroups("class").data)
    expect(text).toContain(`${key} ${count(failed)}`);
});
