import type { Client } from "@ruaflow/client";
import { expect, test } from "vitest";
import { useRecordedAnswers } from "../../testing/recorded-answers.ts";
import { renderView } from "../../testing/render-view.tsx";
import { count, readLead, readTable, share, toText } from "../../testing/shown.ts";

type Reports = Awaited<ReturnType<Client["reports"]["list"]>>;

const recorded = useRecordedAnswers("reports");
const readReports = () => recorded.read<Reports>("/api/v1/reports?");

test("the list says how many reports there are, and which of them it shows", async () => {
  const html = await renderView("/reports");
  const { data, meta } = readReports();
  expect(meta.total).toBeGreaterThan(data.length);
  expect(readLead(html)).toContain(`${count(meta.total)} reports`);
  expect(toText(html)).toContain(`1–${count(data.length)} of ${count(meta.total)}`);
});

test("each report is shown with its reporter, domain, messages, share that passed and policy", async () => {
  const rows = readTable(await renderView("/reports"), "Reports");
  const { data } = readReports();
  expect(rows.map((row) => [row.Domain, row.Messages, row.Passed, row.Policy])).toEqual(
    data.map(({ domain, total_count: total, pass_count: passed, fail_count: failed, policy }) => [
      ...[domain ?? "being deleted", count(total), share(passed, failed), policy ?? "not stated"],
    ]),
  );
  for (const [index, { reporter }] of data.entries()) expect(rows[index]?.Reporter).toContain(toText(reporter));
});
