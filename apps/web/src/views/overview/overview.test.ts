import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { UNNAMED } from "../../format/unnamed.ts";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, rate, readCards, readLead, readTable, share, toText } from "../../testing/shown.ts";

type Mail = Extract<Answer<"readAggregate">, { readonly data: { readonly daily: unknown } }>;
type Groups = Extract<Answer<"listSources">, { readonly meta: { readonly groups_omitted: number } }>;

const recorded = useRecordedAnswers("overview");

/** The period of the view, and the one before. */
function readMail() {
  const [before, now] = recorded.list<Mail>("/api/v1/reports/aggregate?start_date=202");
  if (before === undefined || now === undefined) throw new Error("two periods are recorded");
  const failed = ({ data }: Mail) => data.daily.reduce((sum, day) => sum + day.failed, 0);
  return { before: before.data, now: now.data, failed: failed(now), failedBefore: failed(before) };
}

test("the cards show the sums of the period beside those of the period before", async () => {
  const cards = readCards(await renderView("/"));
  const { now, before, failed, failedBefore } = readMail();
  expect(now.totals.emails).toBeGreaterThan(0);
  expect(cards.Messages).toMatch(
    new RegExp(`^${count(now.totals.emails)} .*against ${count(before.totals.emails)} in`),
  );
  expect(cards["Passed DMARC"]).toContain(`${rate(now.authentication.dmarc_pass_rate)} against`);
  expect(cards["Passed DMARC"]).toContain(`against ${rate(before.authentication.dmarc_pass_rate)} in`);
  expect(cards.Failed).toMatch(new RegExp(`^${count(failed)} .*against ${count(failedBefore)} in`));
  expect(cards.Sources).toMatch(
    new RegExp(`^${count(now.totals.sources)} .*against ${count(before.totals.sources)} in`),
  );
});

test("the first sentence has the pass rate, the messages and the domains that need a look", async () => {
  const lead = readLead(await renderView("/"));
  const { now } = readMail();
  const { meta } = recorded.read<Answer<"listAttention">>("/api/v1/domains/attention?");
  expect(lead).toContain(`${rate(now.authentication.dmarc_pass_rate)} of ${count(now.totals.emails)} messages`);
  expect(meta.total).toBeGreaterThan(0);
  expect(lead).toContain(`${count(meta.total)} domain`);
});

test("the table of days shows the passed and failed messages of each day", async () => {
  const rows = readTable(await renderView("/"), "Messages per day");
  const { daily } = readMail().now;
  expect(rows.map((row) => [row.Passed, row.Failed])).toEqual(
    daily.map(({ passed, failed }) => [count(passed), count(failed)]),
  );
  expect(rows.map((row) => row["Pass rate"])).toEqual(daily.map(({ passed, failed }) => share(passed, failed)));
});

test("each sender is shown with its messages and its share that passed", async () => {
  const rows = readTable(await renderView("/"), "Senders by messages");
  const { data } = recorded.read<Groups>("/api/v1/reports/sources?");
  expect(data.length).toBeGreaterThan(1);
  expect(rows).toEqual(
    data.map(({ key, emails, passed, failed }) => ({
      Sender: key ?? UNNAMED,
      Messages: count(emails),
      Passed: share(passed, failed),
    })),
  );
});

test("the domains that need a look are listed with the first reason of each", async () => {
  const text = toText(await renderView("/"));
  const { data } = recorded.read<Answer<"listAttention">>("/api/v1/domains/attention?");
  for (const { domain, reasons } of data) expect(text).toContain(`${domain} ${reasons[0]?.summary}`);
});
