import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { UNNAMED } from "../../../format/unnamed.ts";
import { useRecordedAnswers } from "../../../testing/recorded-answers.ts";
import { renderView } from "../../../testing/render-view.tsx";
import { count, rate, readHints, readLead, readTable, share, toText } from "../../../testing/shown.ts";

type Mail = Extract<Answer<"readAggregate">, { readonly data: { readonly daily: unknown } }>;
type Senders = Extract<Answer<"listSources">, { readonly meta: { readonly groups_omitted: number } }>;
type Causes = Extract<Answer<"listFailures">, { readonly meta: { readonly groups_omitted: number } }>;

const recorded = useRecordedAnswers("domain-home");

/** The home of the domain with most open alerts. */
async function showHome(more = "") {
  const list = await recorded.ask<Answer<"listDomains">>("/api/v1/domains?sort=-open_alerts&per_page=1");
  const { id = "" } = list.data[0] ?? {};
  const html = await renderView(`/domains/${id}${more}`);
  const domain = await recorded.ask<Answer<"readDomain">>(`/api/v1/domains/${id}`);
  return { id, html, text: toText(html), domain: domain.data };
}

const readMail = (id: string) => recorded.read<Mail>(`/api/v1/reports/aggregate?domain_id=${id}`);

test("the first sentence has the pass rate and messages of the period, and what the policy may become", async () => {
  const { id, html } = await showHome();
  const { data } = readMail(id);
  expect(data.totals.emails).toBeGreaterThan(0);
  expect(readLead(html)).toContain(
    `${rate(data.authentication.dmarc_pass_rate)} of ${count(data.totals.emails)} messages passed DMARC.`,
  );
  expect(readLead(html)).toMatch(/reject/);
});

test("the chart's table has the figures of each day", async () => {
  const { id, html } = await showHome();
  expect(readTable(html, "Messages per day").map((row) => [row.Passed, row.Failed])).toEqual(
    readMail(id).data.daily.map(({ passed, failed }) => [count(passed), count(failed)]),
  );
});

test("each sender has its messages, its failures, its share that passed, and what to do", async () => {
  const { html } = await showHome();
  const { data } = recorded.read<Senders>("/api/v1/reports/sources?");
  const causes = recorded.read<Causes>("/api/v1/reports/failures?").data;
  expect(data.some(({ failed }) => failed > 0)).toBe(true);
  const rows = readTable(html, "Senders by messages");
  expect(rows.map((row) => [row.Sender, row.Messages, row.Failed, row.Passed])).toEqual(
    data.map(({ key, emails, passed, failed }) => [
      ...[key ?? UNNAMED, count(emails), count(failed), share(passed, failed)],
    ]),
  );
  for (const [index, { key, failed }] of data.entries()) {
    const [largest] = causes.filter((cause) => cause.key === key);
    const expected = failed === 0 ? "compliant" : `${largest?.class}`;
    expect(rows[index]?.["Class, and what to do"]).toContain(expected);
    if (failed > 0 && largest?.next_step) expect(html.replaceAll("&amp;", "&")).toContain(largest.next_step);
  }
});

test("the way to reject says where the domain stands, and every reason that stands in the way", async () => {
  const { id, text } = await showHome();
  const { data } = recorded.read<Answer<"readDomainReadiness">>(`/api/v1/domains/${id}/readiness`);
  expect(text).toMatch(new RegExp(`${data.dmarc_policy} now`));
  for (const { explanation } of data.reasons) expect(text).toContain(explanation);
});

test("DNS says of each record whether it is right, and what is published", async () => {
  const { id, text } = await showHome();
  const { meta } = await recorded.ask<Answer<"readDomainDns">>(`/api/v1/domains/${id}/dns`);
  for (const found of meta.published.dmarc.found) expect(text).toContain(found);
});

test("open alerts and the largest reporters are listed", async () => {
  const { id, html, text } = await showHome();
  const alerts = recorded.read<{ readonly data: readonly { readonly summary: string }[] }>("/api/v1/alerts?");
  expect(alerts.data.length).toBeGreaterThan(0);
  for (const { summary } of alerts.data) expect(text).toContain(toText(summary));
  const { data } = recorded.read<Answer<"listDomainReporters">>(`/api/v1/domains/${id}/reporters`);
  expect(readTable(html, "Reporters").map((row) => [row.Reporter, row.Messages])).toEqual(
    data.map(({ reporter, messages }) => [reporter, count(messages)]),
  );
});

test("the policy is explained where its steps are", async () => {
  expect(readHints((await showHome()).html)).toContain("Policy");
});

test("senders lead to their homes, for this domain alone", async () => {
  const { id, html } = await showHome();
  expect(html.replaceAll("&amp;", "&")).toContain(`href="/sources/sender?domain=${id}&sender=`);
});

test("each section leads to its list of the same domain", async () => {
  const { id, html } = await showHome();
  for (const path of ["/sources", "/failures", "/reports"]) expect(html).toContain(`href="${path}?domain=${id}"`);
  for (const tab of ["readiness", "dns", "history", "alerts", "reporters", "settings"])
    expect(html).toContain(`href="/domains/${id}?tab=${tab}"`);
});

test("an old address of the tab with the state is the home", async () => {
  const { html } = await showHome();
  const { html: old } = await showHome("?tab=state");
  expect(readLead(old)).toBe(readLead(html));
});
