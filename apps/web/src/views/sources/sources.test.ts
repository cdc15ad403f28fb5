import type { Answer } from "@ruaflow/client";
import { expect, test } from "vitest";
import { UNNAMED } from "../../format/unnamed.ts";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, rate, readHints, readTable, share, toText } from "../../testing/shown.ts";

type Groups = Extract<Answer<"listSources">, { readonly meta: { readonly groups_omitted: number } }>;
type Sources = Exclude<Answer<"listSources">, Groups>;
type Mail = Extract<Answer<"readAggregate">, { readonly data: { readonly daily: unknown } }>;

const recorded = useRecordedAnswers("sources");
const isGrouped = (answer: Groups | Sources): answer is Groups => "group_by" in answer.meta;
const listAll = () => recorded.list<Groups | Sources>("/api/v1/reports/sources?");
const readGroups = () => listAll().find(isGrouped) ?? expect.fail("no groups are recorded");
const readSources = () =>
  listAll().find((answer): answer is Sources => !isGrouped(answer)) ?? expect.fail("no list is recorded");

test("each sender is shown with its part of all mail, its messages, its failures, its sources and its domains", async () => {
  const rows = readTable(await renderView("/sources"), "Sources by sender");
  const { data } = readGroups();
  const { emails: whole } = recorded.read<Mail>("/api/v1/reports/aggregate?start_date=202").data.totals;
  expect(data.reduce((sum, { emails }) => sum + emails, 0)).toBe(whole);
  expect(rows).toHaveLength(data.length);
  for (const [index, { emails, failed, passed, sources, domains, ...group }] of data.entries()) {
    expect(rows[index]).toMatchObject({
      Sender: group.key ?? UNNAMED,
      "Share of mail": emails / whole < 0.001 ? "< 0.1 %" : rate((100 * emails) / whole),
      Messages: count(emails),
      Change: toChange(emails, group.previous.emails),
      Failed: count(failed),
      "Change of failed": toChange(failed, group.previous.failed),
      Passed: share(passed, failed),
      Sources: count(sources),
      Domains: count(domains),
    });
  }
});

/** The change against the period before, in per cent, or as a factor. */
function toChange(now: number, before: number | null): string | RegExp {
  if (before === null) return "no earlier data";
  if (before === 0) return now === 0 ? "–" : "new";
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return "no change";
  if (percent > 999) return expect.stringMatching(/^▲ ×/);
  return `${percent > 0 ? "▲ +" : "▼ −"}${count(Math.abs(percent))} %`;
}

test("each address is shown with its messages, the share that passed and how much of it was aligned", async () => {
  const rows = readTable(await renderView("/sources?by=address"), "Single addresses");
  const { data, meta } = readSources();
  expect(data.length).toBeGreaterThan(1);
  expect(rows).toHaveLength(Math.min(meta.total, meta.per_page ?? meta.total));
  for (const [index, source] of data.entries()) {
    const { total_count: total, pass_count: passed } = source;
    const row = rows[index];
    expect(row?.Source).toContain(source.source_ip);
    expect(row?.Messages).toBe(count(total));
    expect(row?.["Passed, aligned by"]).toBe(
      `${share(passed, total - passed)} SPF ${rate((100 * source.spf_aligned) / total)} DKIM ${rate((100 * source.dkim_aligned) / total)} aligned`,
    );
    expect(row?.Domains).toContain(`${source.domains[0]?.name} ${count(source.domains[0]?.total_count ?? 0)}`);
    expect(row?.["What it is, and what to do"]).toContain(source.class);
  }
  expect(readHints(await renderView("/sources?by=address"))).toEqual(["What Passed, aligned by means"]);
  expect(toText(await renderView("/sources?by=address"))).toContain(`–${count(data.length)} of ${count(meta.total)}`);
});
