import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, rate, readCards, readLead, readTable, share, toText } from "../../testing/shown.ts";

type Mail = Extract<Answer<"readAggregate">, { readonly data: { readonly daily: unknown } }>;
type Groups = Extract<Answer<"readAggregate">, { readonly meta: { readonly groups_omitted: number } }>;

const recorded = useRecordedAnswers("client-home");

/** The home of the first client that needs a look. */
async function showClient() {
  const list = await recorded.ask<Answer<"listAttention">>("/api/v1/domains/attention?per_page=20");
  const reference = list.data.find(({ client_reference: client }) => client !== null)?.client_reference ?? "";
  const html = await renderView(`/clients/${encodeURIComponent(reference)}`);
  const [, now] = recorded.list<Mail>(`/api/v1/reports/aggregate?client_reference=${reference}`);
  const attention = recorded.read<Answer<"listAttention">>(`/api/v1/domains/attention?client_reference=${reference}`);
  if (now === undefined) throw new Error("two periods are recorded");
  return { reference, html, text: toText(html), mail: now.data, attention };
}

test("the first sentence has the client's pass rate, messages and domains that need a look", async () => {
  const { reference, html, mail, attention } = await showClient();
  expect(toText(html)).toContain(`Client ${reference}`);
  expect(mail.totals.emails).toBeGreaterThan(0);
  expect(readLead(html)).toContain(
    `${rate(mail.authentication.dmarc_pass_rate)} of ${count(mail.totals.emails)} messages`,
  );
  expect(readLead(html)).toContain(`${count(attention.meta.total)} domain`);
});

test("the cards and the chart's table have the client's figures", async () => {
  const { html, mail } = await showClient();
  const failed = mail.daily.reduce((sum, day) => sum + day.failed, 0);
  const cards = readCards(html);
  expect(cards.Messages).toMatch(new RegExp(`^${count(mail.totals.emails)}( |$)`));
  expect(cards.Failed).toMatch(new RegExp(`^${count(failed)}( |$)`));
  expect(readTable(html, "Messages per day").map((row) => [row.Passed, row.Failed])).toEqual(
    mail.daily.map((day) => [count(day.passed), count(day.failed)]),
  );
});

test("each domain has its policy, its mail of the period and why it needs a look, which come first; their messages sum to the client's", async () => {
  const { reference, html, mail, attention } = await showClient();
  const { data } = recorded.read<Answer<"listDomains">>(`/api/v1/domains?client_reference=${reference}`);
  const groups = recorded.read<Groups>("/api/v1/reports/aggregate?domain_id=");
  const mailOf = new Map(groups.data.map((group) => [group.key, group]));
  const rows = readTable(html, "Domains of the client");
  const needsLook = new Set(attention.data.map((each) => each.domain));
  const byMessages = data.toSorted((a, b) => b.messages - a.messages);
  const listed = [true, false].flatMap((isFirst) =>
    byMessages.filter((each) => needsLook.has(each.domain) === isFirst),
  );
  expect(rows.map((row) => [row.Domain, row.Policy, row.Messages, row.Passed])).toEqual(
    listed.map(({ id, domain, dmarc_policy: policy }) => {
      const { emails, passed = 0, failed = 0 } = mailOf.get(id) ?? {};
      return [domain, policy ?? "not known", emails === undefined ? "" : count(emails), share(passed, failed)];
    }),
  );
  const sum = rows.reduce((total, row) => total + Number(row.Messages?.replaceAll(",", "") ?? 0), 0);
  expect(sum).toBe(mail.totals.emails);
  expect(attention.data.length).toBeGreaterThan(0);
  for (const { domain, reasons } of attention.data)
    for (const { summary } of reasons)
      expect(rows.find((row) => row.Domain === domain)?.["Why it needs a look"]).toContain(toText(summary));
});

test("figures and senders lead to the rows of this client alone", async () => {
  const { reference, html } = await showClient();
  for (const path of ["/records", "/failures", "/sources"]) expect(html).toContain(`href="${path}?client=${reference}`);
  expect(html).toMatch(new RegExp(`href="/sources/sender\\?client=${reference}&(?:amp;)?sender=`));
});

test("a link to this client alone can be made", async () => {
  expect((await showClient()).text).toContain("Share …");
});
