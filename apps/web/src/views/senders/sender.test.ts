import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, readLead, readTable, share, toText } from "../../testing/shown.ts";

type Groups = Extract<Answer<"listSources">, { readonly meta: { readonly groups_omitted: number } }>;
type Sources = Exclude<Answer<"listSources">, Groups>;

const recorded = useRecordedAnswers("sender");
const ADDRESS = "/sources/sender?sender=Amazon%20SES";
const listAll = () => recorded.list<Groups | Sources>("/api/v1/reports/sources?");
const readGroups = (by: string) =>
  listAll().find((one): one is Groups => "group_by" in one.meta && one.meta.group_by === by) ?? expect.fail(by);

test("the home of a sender says what it sent, and that it is a service", async () => {
  const html = await renderView(ADDRESS);
  const [group = expect.fail("no mail is recorded")] = readGroups("sender").data;
  expect(toText(html)).toContain("Amazon SES");
  expect(readLead(html)).toContain(
    `A known service. It sent ${count(group.emails)} messages from ${count(group.sources)} address`,
  );
});

test("its classes, domains and addresses have all of its messages", async () => {
  const html = await renderView(ADDRESS);
  const [{ emails = 0 } = {}] = readGroups("sender").data;
  const sum = (caption: string) =>
    readTable(html, caption).reduce((total, row) => total + Number((row.Messages ?? "").replaceAll(",", "")), 0);
  expect([sum("Classes of this sender"), sum("Domains of this source"), sum("Single addresses")]).toEqual([
    emails,
    emails,
    emails,
  ]);
  expect(readTable(html, "Classes of this sender").map(({ Passed }) => Passed)).toEqual(
    readGroups("class").data.map(({ passed, failed }) => share(passed, failed)),
  );
});

test("an address without a sender leads to all of them", async () => {
  expect(await renderView("/sources/sender")).toContain('href="/sources"');
});
