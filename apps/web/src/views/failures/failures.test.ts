import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, rate, readLead, readTable, toText } from "../../testing/shown.ts";

type Groups = Extract<Answer<"listFailures">, { readonly meta: { readonly groups_omitted: number } }>;
type Failures = Exclude<Answer<"listFailures">, Groups>;

const recorded = useRecordedAnswers("failures");
const listAll = () => recorded.list<Failures | Groups>("/api/v1/reports/failures?");
const isGrouped = (answer: Failures | Groups): answer is Groups => "group_by" in answer.meta;

const readFailures = () =>
  listAll().find((answer): answer is Failures => !isGrouped(answer)) ?? expect.fail("no list is recorded");

test("the first sentence has all failed messages, their addresses and the share of the largest sender", async () => {
  const lead = readLead(await renderView("/failures"));
  const { data, meta } = readFailures();
  const most = data[0]?.failure_count ?? 0;
  expect(lead).toContain(`${count(meta.total_failures)} messages from ${count(meta.total)} addresses`);
  expect(lead).toContain(`${rate((100 * most) / meta.total_failures)}, came from`);
  expect(lead).toContain(data[0]?.source_ip ?? "");
});

test("each sender is shown with its failed messages, their share of all, its domains and what to do", async () => {
  const rows = readTable(await renderView("/failures"), "Senders that fail");
  const { data, meta } = readFailures();
  expect(data.length).toBeGreaterThan(1);
  expect(rows).toHaveLength(data.length);
  for (const [index, { failure_count: failed, source_ip: address, domains, ...source }] of data.entries()) {
    const row = rows[index];
    const percent = (100 * failed) / meta.total_failures;
    expect(row?.Sender).toContain(address);
    expect(row?.Failed).toBe(`${count(failed)} ${percent < 0.1 ? "< 0.1 %" : rate(percent)}`);
    for (const domain of domains.slice(0, 2))
      expect(row?.Domains).toContain(`${domain.name} ${count(domain.failure_count)}`);
    expect(row?.["Why it fails, and what to do"]).toContain(source.class);
    expect(row?.["Why it fails, and what to do"]).toContain(toText(source.next_step ?? ""));
  }
});

test("each class and service that can be chosen is shown with its failed messages", async () => {
  const text = toText(await renderView("/failures"));
  const groups = listAll().filter(isGrouped);
  expect(groups.map(({ meta }) => meta.group_by).sort()).toEqual(["class", "service"]);
  for (const { data } of groups)
    for (const { key, failure_count: failed } of data)
      expect(text).toContain(`${key ?? "none known"} ${count(failed)}`);
});
